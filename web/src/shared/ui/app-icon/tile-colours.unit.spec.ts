import { describe, expect, it } from 'vitest';
import { monogram, tileColour, tileColours } from './tile-colours.ts';

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe('the tile of an app', () => {
  it('has a readable letter and is seen on both sheets', () => {
    for (const colour of tileColours) {
      expect(contrast(colour, '#ffffff'), colour).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colour, '#16181d'), `${colour} on the dark sheet`).toBeGreaterThanOrEqual(3);
    }
  });

  it('keeps its colour, and neighbouring ids differ', () => {
    expect(tileColour(1_500_000_001)).toBe(tileColour(1_500_000_001));
    const near = Array.from({ length: 24 }, (_, index) => tileColour(1_500_000_000 + index));
    expect(near.filter((colour, index) => colour === near[index + 1])).toEqual([]);
    expect(tileColours).toContain(tileColour(0));
  });

  it('shows the first letter or digit of the name', () => {
    expect([' moonvale', '— Élan', '7 Minutes', '☾'].map(monogram)).toEqual(['M', 'É', '7', '?']);
  });
});
