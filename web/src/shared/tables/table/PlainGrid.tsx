import type { Metric } from '@tapwise/contract';
import { type ReactNode, useState } from 'react';
import { formatExact, formatPercent } from '../../format/numbers.ts';
import { useMediaQuery } from '../../page/browser-state.ts';
import {
  type CellView,
  Grid,
  type GridColumn,
  type GridEditing,
  type GridGroup,
  type GridHint,
  type GridMarks,
  type GridSelecting,
  type GridSource,
} from '../grid/index.ts';
import styles from './plain-grid.module.css';
import { nextTableSort, type TableSort } from './table-sort.ts';

/** A figure of a table: what it is, and how much of it there is. */
export interface PlainFigure {
  label: string;
  definition: string;
  unit: Metric['unit'];
  value: number | null;
  /** Why the value is not known, where it is not. */
  unknown?: string | undefined;
}

interface Props<Row, Totals> {
  label: string;
  columns: readonly GridColumn<Row>[];
  groups: readonly GridGroup[];
  order: readonly number[];
  source: GridSource<Row, Totals> | null;
  totals: (column: string, totals: Totals) => CellView;
  /** `null`: as `ownSort` says. */
  sort: TableSort | null;
  ownSort: TableSort;
  onSort: (sort: TableSort | null) => void;
  /** `null` for columns of words. */
  figure: (column: string, row: number | 'header' | 'totals') => PlainFigure | null;
  /** What is copied of a cell; without it the figure's value. */
  raw?: (column: string, row: number | 'totals') => string;
  /** Shows or hides what lies below a row. */
  onOpen?: (row: number) => void;
  /** `/` was pressed. */
  onSearch?: () => void;
  /** Rows on a ground of their own. */
  isOutside?: (row: Row) => boolean;
  /** How values are entered, what was entered, and which rows are selected; absent where nothing is. */
  editing?: GridEditing | undefined;
  marks?: GridMarks | undefined;
  selecting?: GridSelecting | null | undefined;
  loading: boolean;
  stale: boolean;
  children?: ReactNode;
}

/** A grid of figures that is read, sorted and copied; rows open where the screen says how. */
export function PlainGrid<Row, Totals>(props: Props<Row, Totals>) {
  const { sort, ownSort, figure, raw, onSort, onOpen, onSearch, isOutside, ...table } = props;
  const touch = useMediaQuery('(pointer: coarse), (max-width: 639px)');
  const [memory] = useState(() => ({ scrollTop: 0, active: { row: Number.NaN, column: 0 } }));
  const currentSort = sort ?? ownSort;
  return (
    <div className={styles.panel}>
      {table.loading && table.source === null && (
        <p className="visually-hidden" role="status">
          Loading...
        </p>
      )}
      <Grid
        {...table}
        tone={(row) => (isOutside?.(row) === true ? 'outside' : 'normal')}
        partedId={null}
        sortOf={(column) => {
          if (currentSort.column !== column) return 'none';
          return currentSort.descending ? 'descending' : 'ascending';
        }}
        onSort={(column) => onSort(nextTableSort(sort ?? (ownSort.descending ? ownSort : null), column))}
        onOpen={(row) => onOpen?.(row)}
        onUp={() => undefined}
        onSearch={() => onSearch?.()}
        hint={(column, row) => hintOf(figure(column, row))}
        rawValue={raw ?? ((column, row) => String(figure(column, row)?.value ?? ''))}
        rowHeight={touch ? 44 : 36}
        memory={memory}
        takeFocus={false}
      />
    </div>
  );
}

function hintOf(figure: PlainFigure | null): GridHint | null {
  if (figure === null) return null;
  const { label, definition, unit, value, unknown } = figure;
  if (value === null) return { title: label, lines: unknown === undefined ? [definition] : [unknown, definition] };
  return {
    title: label,
    value: unit === 'percent' ? `${formatPercent(value)} %` : formatExact(value),
    lines: [definition],
  };
}
