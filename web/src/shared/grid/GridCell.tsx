// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: both roles of a cell support its column index.
import styles from './grid-cell.module.css';
import type { CellView, GridColumn, GridSnapshot } from './grid-types.ts';

interface Props {
  column: Pick<GridColumn<never>, 'key' | 'align' | 'startsGroup'>;
  index: number;
  view: CellView;
  active: boolean;
  flash: GridSnapshot<unknown>['flash'];
}

const chipStyles = {
  running: styles.running,
  paused: styles.pausedChip,
  deleted: styles.deleted,
  other: styles.otherChip,
} as const;

/** Classes of a cell that do not depend on what it shows. */
function cellClass(column: Props['column'], index: number): string {
  const parts = [styles.cell, column.align === 'end' ? styles.end : '', column.startsGroup ? styles.groupStart : ''];
  if (index === 0) parts.push(styles.frozen);
  return parts.join(' ');
}

/** One cell: a plain element, whatever it shows. */
export function GridCell({ column, index, view, active, flash }: Props) {
  const flashed = flash?.columns.has(column.key) === true ? (flash.tick % 2 === 0 ? 'even' : 'odd') : undefined;
  return (
    <div
      role={index === 0 ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      tabIndex={active ? 0 : -1}
      className={cellClass(column, index)}
      data-tone={view.tone}
      data-flash={flashed}
    >
      {contentOf(view)}
    </div>
  );
}

function contentOf(view: CellView) {
  if (view.chip !== undefined) {
    return <span className={`${styles.chip} ${chipStyles[view.chip]}`}>{view.text}</span>;
  }
  if (view.pace !== undefined) {
    return (
      <>
        {view.pace !== null && (
          <span className={styles.pace} aria-hidden="true">
            <span style={{ width: `${Math.min(1, view.pace) * 100}%` }} />
          </span>
        )}
        {view.text}
      </>
    );
  }
  if (view.link === undefined) return view.text;
  return (
    <>
      <span className={view.link ? styles.link : styles.name}>{view.text}</span>
      {view.suffix !== undefined && <span className={styles.suffix}>{view.suffix}</span>}
      {view.note !== undefined && <span className={styles.note}>{view.note}</span>}
    </>
  );
}
