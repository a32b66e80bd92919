import { expect, test } from 'vitest';
import { browserOf } from './host.ts';

const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const noBrand = { brand: 'Not;A=Brand', version: '99' };
const chromium = { brand: 'Chromium', version: '153' };

test.for([
  {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${blink}`,
    userAgentData: {
      brands: [noBrand, chromium, { brand: 'Google Chrome', version: '153' }],
      platform: 'Linux',
    },
    is: { name: 'Google Chrome', version: '153', system: 'Linux' },
  },
  {
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink}`,
    userAgentData: { brands: [chromium, noBrand], platform: 'Windows' },
    is: { name: 'Chromium', version: '153', system: 'Windows' },
  },
  {
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Edg/153.0.3405.86`,
    is: { name: 'Microsoft Edge', version: '153', system: 'Windows' },
  },
  {
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    is: { name: 'Safari', version: '26', system: 'macOS' },
  },
  {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
    is: { name: 'Firefox', version: '141', system: 'Linux' },
  },
  {
    userAgent: 'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36',
    is: { name: 'Chrome', version: '153', system: 'Android' },
  },
  { userAgent: 'Node.js/24', is: { name: 'Node.js', version: '24', system: 'unknown system' } },
])('$userAgent is $is.name $is.version on $is.system', ({ is, ...words }) => {
  expect(browserOf(words)).toEqual(is);
});
