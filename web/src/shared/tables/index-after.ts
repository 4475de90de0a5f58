/** Where a key leads in a list that is one tab stop. @returns `null` for a key that moves nothing */
export function indexAfter(key: string, index: number, count: number): number | null {
  const moves: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + 10,
    PageUp: index - 10,
    Home: 0,
    End: count - 1,
  };
  const next = moves[key];
  return next === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, next));
}
