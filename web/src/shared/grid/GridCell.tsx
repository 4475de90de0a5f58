// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: both roles of a cell support its column index.
import { contentOf } from './cell-content.tsx';
import styles from './grid-cell.module.css';
import type { CellView, GridColumn, GridSnapshot } from './grid-types.ts';

interface Props {
  column: Pick<GridColumn<never>, 'key' | 'align' | 'startsGroup' | 'explains'>;
  index: number;
  view: CellView;
  active: boolean;
  flash: GridSnapshot<unknown>['flash'];
  /** Part of what Ctrl+C copies. */
  selected?: boolean;
  /** The figure whose making is being told. */
  explained?: boolean;
  /** Columns out of sight are left out: the cell says its place itself. */
  placed?: boolean;
}

/** Classes of a cell that do not depend on what it shows. */
function cellClass(column: Props['column'], index: number): string {
  const parts = [styles.cell, column.align === 'end' ? styles.end : '', column.startsGroup ? styles.groupStart : ''];
  if (index === 0) parts.push(styles.frozen);
  return parts.join(' ');
}

/** One cell: a plain element, whatever it shows. */
export function GridCell({ column, index, view, active, flash, selected, explained, placed }: Props) {
  const flashed = flash?.columns.has(column.key) === true ? (flash.tick % 2 === 0 ? 'even' : 'odd') : undefined;
  return (
    <div
      role={index === 0 ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      aria-selected={selected || undefined}
      aria-expanded={view.expanded}
      tabIndex={active ? 0 : -1}
      className={cellClass(column, index)}
      style={placed ? { gridColumnStart: index + 1 } : undefined}
      data-tone={view.tone}
      data-within={view.within || undefined}
      data-flash={flashed}
      data-explains={(column.explains && view.tone !== 'unknown' && view.explained !== false) || undefined}
      data-explained={explained || undefined}
    >
      {contentOf(view)}
    </div>
  );
}
