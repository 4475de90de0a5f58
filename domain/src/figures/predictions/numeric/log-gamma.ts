/** Logarithm of the gamma function for positive arguments, to 1e-14. */
export function logGamma(value: number): number {
  // Stirling's series, exact from 10 on; smaller arguments are shifted up first.
  let x = value;
  let shift = 0;
  for (; x < 10; x += 1) shift += Math.log(x);
  const inverse = 1 / x;
  const square = inverse * inverse;
  const series =
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188)))));
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - shift;
}
