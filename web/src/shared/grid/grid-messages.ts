/** Words of the grid itself. */
export const gridMessages = {
  about: (column: string) => `About ${column}`,
  width: 'Width',
  narrow: 'Narrow',
  auto: 'Auto',
  wide: 'Wide',
} as const;
