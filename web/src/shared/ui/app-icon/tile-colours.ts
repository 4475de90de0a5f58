/**
 * Grounds of the tiles: one lightness and chroma (OKLCH 0.53, 0.13) around the hues. A white letter is read on each (4.7:1 and
 * more), and each is seen on the white and on the dark sheet (3:1 and more), so both themes share them.
 */
export const tileColours = [
  '#aa474c',
  '#a55115',
  '#926100',
  '#717100',
  '#3e7d2f',
  '#008360',
  '#008089',
  '#0077a8',
  '#3c6ab6',
  '#6c5cb1',
  '#8c509a',
  '#a14876',
] as const;

/** The colour of an app by its App Store id: the same on every screen and machine. */
export function tileColour(adamId: number): string {
  // Ids of one publisher are often close together: steps of five keep neighbours apart.
  return tileColours[(adamId * 5) % tileColours.length] ?? tileColours[0];
}

/** The first letter or digit of an app's name, in upper case; `?` where it has none. */
export function monogram(name: string): string {
  const [first = '?'] = name.match(/[\p{L}\p{N}]/u) ?? [];
  return first.toLocaleUpperCase('en');
}
