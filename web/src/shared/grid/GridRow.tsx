// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements cannot be virtualised; roles say the same.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells hold the tab stop, rows are only their frame.
import { memo, useCallback, useState, useSyncExternalStore } from 'react';
import { GridCell } from './GridCell.tsx';
import styles from './grid.module.css';
import type { GridColumn, GridSource, RowTone } from './grid-types.ts';

/** A change older than this is no news any more when its row comes into view. */
const flashMs = 1_000;

interface Props<Row> {
  id: number;
  index: number;
  top: number;
  height: number;
  columns: readonly GridColumn<Row>[];
  source: Pick<GridSource<Row, unknown>, 'row' | 'subscribeRow'>;
  tone: (row: Row) => RowTone;
  /** Parted by a line from the row above. */
  parted: boolean;
  /** Column of the active cell, if it is in this row. */
  active: number | null;
}

function Row<Data>({ id, index, top, height, columns, source, tone, parted, active }: Props<Data>) {
  const subscribe = useCallback((listener: () => void) => source.subscribeRow(id, listener), [source, id]);
  const snapshot = useSyncExternalStore(subscribe, () => source.row(id));
  const [mountedAt] = useState(() => performance.now());
  if (snapshot === undefined) return null;
  const flash = snapshot.flash !== null && snapshot.flash.at > mountedAt - flashMs ? snapshot.flash : null;
  return (
    <div
      role="row"
      aria-rowindex={index + 3}
      data-row-id={id}
      className={styles.row}
      data-tone={snapshot.gone ? 'muted' : tone(snapshot.row)}
      data-parted={parted || undefined}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {columns.map((column, place) => (
        <GridCell
          key={column.key}
          column={column}
          index={place}
          view={column.cell(snapshot.row)}
          active={active === place}
          flash={flash}
        />
      ))}
    </div>
  );
}

/** A row that renders again only when its own data, its place or the columns change. */
export const GridRow = memo(Row) as typeof Row;
