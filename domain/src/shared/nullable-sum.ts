/** A sum of what is known; `null` while nothing is. */
export const addNullable = (sum: number | null, next: number | null): number | null =>
  sum === null ? next : next === null ? sum : sum + next;
