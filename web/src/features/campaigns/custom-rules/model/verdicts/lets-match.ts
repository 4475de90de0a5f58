import type { VerdictTest } from '../../api/custom-rule-types.ts';

/**
 * Whether a condition let its case match, with the negations around it: 'none of these' matches while a condition in it is not true.
 * `null` where that is not clear.
 */
export function letsMatch({ path, result }: Pick<VerdictTest, 'path' | 'result'>): boolean | null {
  if (result === null) return null;
  const nots = path.match(/\.not(?=\.|$)/g)?.length ?? 0;
  return nots % 2 === 0 ? result : !result;
}
