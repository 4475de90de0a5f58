/** The middle one of an odd number of figures. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('No figures');
  return middle;
}

/** The figure that a share of all figures does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Prints both sides of a ratio and the aim it is compared with. */
export function printRatio(name: string, sides: { ours: number; base: number; unit: string }, aim: string): void {
  const ratio = sides.ours / sides.base;
  const format = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
  console.log(
    `${name}: ${format(sides.ours)} ÷ ${format(sides.base)} ${sides.unit} = ${ratio.toFixed(2)} (aim ${aim})`,
  );
}
