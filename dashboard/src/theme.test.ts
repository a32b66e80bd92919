import { expect, test } from 'vitest';
import { seriesStyle, themes, translucent } from './theme.ts';

const luminance = (hex: string) =>
  [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index]!, 0);

test.for(Object.values(themes))('$name: every line has a contrast of 3 or more to the surface', (theme) => {
  const contrasts = theme.series.map((colour) => {
    const [high, low] = [luminance(colour), luminance(theme.surface)].toSorted((a, b) => b - a);
    return (high! + 0.05) / (low! + 0.05);
  });
  expect(Math.min(...contrasts)).toBeGreaterThan(3);
});

test('repeats the hues but the first dashed after the eighth variant', () => {
  const [second, eighth, ninth] = [1, 7, 8].map((place) => seriesStyle(themes.light, place));
  expect([eighth!.dash, ninth!.dash, ninth!.colour]).toEqual([[], [6, 3], second!.colour]);
});

test('gives neighbours other shapes, and no hue the same shape twice', () => {
  const looks = Array.from({ length: 42 }, (_, place) => seriesStyle(themes.light, place));
  expect(looks.filter(({ shape }, place) => shape === looks[place + 1]?.shape)).toEqual([]);
  expect(new Set(looks.map(({ colour, shape }) => `${colour} ${shape.name}`)).size).toBe(42);
});

test('writes transparency as a fourth hex byte', () => {
  expect(translucent('#0072b2', 0.16)).toBe('#0072b229');
});

// Björn Ottosson's OKLab, in which equal distances look equally far apart.
const oklab = (hex: string) => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  const [l, m, s] = [
    0.4122 * r + 0.5363 * g + 0.0514 * b,
    0.2119 * r + 0.6807 * g + 0.1074 * b,
    0.0883 * r + 0.2817 * g + 0.63 * b,
  ].map(Math.cbrt) as [number, number, number];
  return [
    0.2105 * l + 0.7936 * m - 0.0041 * s,
    1.978 * l - 2.4286 * m + 0.4506 * s,
    0.0259 * l + 0.7828 * m - 0.8087 * s,
  ];
};
const apart = (a: string, b: string) => Math.hypot(...oklab(a).map((part, at) => part - (oklab(b)[at] ?? 0)));

test.for(Object.values(themes))(
  '$name: two rungs of a ladder of twenty with one shape and one dash have colours that are far apart',
  (theme) => {
    const looks = Array.from({ length: 20 }, (_, place) => seriesStyle(theme, place));
    const near = looks.flatMap((one, at) =>
      looks
        .slice(at + 1)
        .filter((other) => one.shape === other.shape && one.dash === other.dash)
        .map((other) => apart(one.colour, other.colour)),
    );
    expect(near.length).toBeGreaterThan(2);
    // Black and white are 1 apart.
    expect(Math.min(...near)).toBeGreaterThan(0.12);
  },
);
