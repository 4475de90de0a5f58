import type { GridColumn } from '../grid-types.ts';

/** Names are not cut below this to make room for figures: the table scrolls instead. */
const leastName = 150;

/**
 * Widths and heights as the style sheet takes them; a column that is dragged has its own. Where all columns almost fit,
 * the first is narrowed, unless a person chose its width: names are cut with an ellipsis, figures never. Where they do not fit even
 * so, the table scrolls and nothing is cut.
 */
export function geometryOf(
  columns: readonly Pick<GridColumn<never>, 'key' | 'width' | 'grow' | 'narrow' | 'chosen'>[],
  dragged: { key: string; width: number } | null,
  rowHeight: number,
) {
  const tracks = columns.map(({ key, width, grow }) =>
    dragged?.key === key ? { width: dragged.width, grow: 0 } : { width, grow },
  );
  const [first, ...rest] = tracks;
  const frozen = first?.width ?? 0;
  const others = rest.reduce((sum, { width }) => sum + width, 0);
  const gives = columns[0]?.chosen === undefined && columns[0]?.key !== dragged?.key && frozen > leastName;
  const room = `100cqw - ${others}px`;
  // The second part is large as soon as the room is less than the least name, and below 0 otherwise.
  const fitting = `max(min(${frozen}px, ${room}), min(${frozen}px, (${leastName}px - (${room})) * 1000))`;
  const name = gives ? fitting : `${frozen}px`;
  const template = [
    `minmax(${name}, ${first?.grow ?? 0}fr)`,
    ...rest.map(({ width, grow }) => `minmax(${width}px, ${grow}fr)`),
  ];
  const sizes = {
    ['--grid-columns' as string]: template.join(' '),
    ['--grid-row-height' as string]: `${rowHeight}px`,
  };
  return { sizes, frozen, least: `calc(${name} + ${others}px)` };
}
