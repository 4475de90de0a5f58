/** Lines of tab-separated values, as sheets take them from the clipboard. */
export function tabSeparated(lines: Iterable<readonly string[]>): string {
  return Array.from(lines, (cells) => cells.join('\t')).join('\n');
}
