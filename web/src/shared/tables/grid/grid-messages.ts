/** Words of the grid itself. */
export const gridMessages = {
  about: (column: string) => `About ${column}`,
  entered: (was: string, reason?: string) => `was ${was}, not sent${reason === undefined ? '' : `: ${reason}`}`,
  on: 'On',
  off: 'Off',
  width: 'Width',
  narrow: 'Narrow',
  auto: 'Auto',
  wide: 'Wide',
} as const;
