/** Room the button "More" takes, in pixels. */
const moreWidth = 48;

/** The first tabs that fit into a room, with the button for the others when there are any. */
export function countFitting(widths: readonly number[], room: number): number {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= room) return widths.length;
  let used = moreWidth;
  let fitting = 0;
  for (const width of widths) {
    used += width;
    if (used > room) break;
    fitting += 1;
  }
  return Math.max(1, fitting);
}
