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
  const looks = Array.from({ length: 36 }, (_, place) => seriesStyle(themes.light, place));
  expect(looks.filter(({ shape }, place) => shape === looks[place + 1]?.shape)).toEqual([]);
  expect(new Set(looks.map(({ colour, shape }) => `${colour} ${shape.name}`)).size).toBe(36);
});

test('writes transparency as a fourth hex byte', () => {
  expect(translucent('#0072b2', 0.16)).toBe('#0072b229');
});
