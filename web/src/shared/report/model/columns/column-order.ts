/** Puts a column in or takes it out; a new one goes to the end. */
export function toggleColumn(columns: readonly string[], key: string, on: boolean): string[] {
  const without = columns.filter((candidate) => candidate !== key);
  return on ? [...without, key] : without;
}

/**
 * Moves a column one place among those that can be seen; others keep their places.
 * @returns the same order when it cannot move further
 */
export function moveColumn(
  columns: readonly string[],
  visible: readonly string[],
  key: string,
  step: -1 | 1,
): string[] {
  const neighbour = visible[visible.indexOf(key) + step];
  if (!visible.includes(key) || neighbour === undefined) return [...columns];
  const moved = columns.filter((candidate) => candidate !== key);
  moved.splice(moved.indexOf(neighbour) + (step === 1 ? 1 : 0), 0, key);
  return moved;
}
