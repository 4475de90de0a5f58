// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements cannot be virtualised; roles say the same.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells hold the tab stop, rows are only their frame.
import { ArrowDown12Filled } from '@fluentui/react-icons/svg/arrow-down';
import { ArrowUp12Filled } from '@fluentui/react-icons/svg/arrow-up';
import { Info16Regular } from '@fluentui/react-icons/svg/info';
import { memo, type PointerEvent, useSyncExternalStore } from 'react';
import type { CellBlock } from './cells/cell-selection.ts';
import frozen from './cells/frozen-cell.module.css';
import { GridCell } from './cells/GridCell.tsx';
import cells from './cells/grid-cell.module.css';
import { RowFlash } from './cells/RowFlash.tsx';
import type { GridSelecting } from './editing/editing-types.ts';
import styles from './grid.module.css';
import { gridMessages as words } from './grid-messages.ts';
import type { CellView, GridColumn, GridGroup, GridSource } from './grid-types.ts';
import header from './header/column-header.module.css';

export type SortMark = 'ascending' | 'descending' | 'none';

interface HeaderProps<Row> {
  id: string;
  columns: readonly GridColumn<Row>[];
  groups: readonly GridGroup[];
  /** Column of the active cell, if it is a header. */
  active: number | null;
  sortOf: (column: string) => SortMark;
  onSort: (column: string, add: boolean) => void;
  /** Column whose help is open. */
  helpColumnKey: string | null;
  onAsk: (index: number) => void;
  /** Absent where widths cannot be chosen. */
  onGrab: ((event: PointerEvent<HTMLElement>, column: GridColumn<Row>) => void) | undefined;
  selecting: GridSelecting | null | undefined;
}

/** Groups with their ages, and under them the columns; a press on a column sorts. */
function Header<Row>(props: HeaderProps<Row>) {
  const { id, columns, groups, active, sortOf, onSort } = props;
  const spans = groupSpans(columns);
  return (
    <>
      <div className={styles.groups}>
        {spans.map(({ key, first, span, starts }, index) => {
          const group = groups.find((candidate) => candidate.key === key);
          return (
            <div
              key={first}
              id={index === 0 ? undefined : `${id}-${first}`}
              className={`${styles.groupCell} ${starts ? cells.groupStart : ''} ${index === 0 ? frozen.frozen : ''}`}
              style={{ gridColumn: `span ${span}` }}
            >
              {group !== undefined && (
                <>
                  <strong className="secondary">{group.label}</strong> {group.age}
                </>
              )}
            </div>
          );
        })}
      </div>
      <div role="row" aria-rowindex={1} className={styles.headers}>
        {columns.map((column, index) => (
          <HeaderCell
            key={column.key}
            column={column}
            index={index}
            groupId={groups.some((group) => group.key === column.group) ? spanId(id, spans, index) : undefined}
            active={active === index}
            sort={sortOf(column.key)}
            onSort={onSort}
            helpOpen={props.helpColumnKey === column.key}
            onAsk={props.onAsk}
            onGrab={props.onGrab}
            selecting={index === 0 ? props.selecting : null}
          />
        ))}
      </div>
    </>
  );
}

interface HeaderCellProps<Row> extends Pick<HeaderProps<Row>, 'onAsk' | 'onGrab' | 'selecting'> {
  column: GridColumn<Row>;
  index: number;
  groupId: string | undefined;
  active: boolean;
  sort: SortMark;
  onSort: (column: string, add: boolean) => void;
  helpOpen: boolean;
}

function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const { column, index, groupId, active, sort, onSort, helpOpen, onAsk, onGrab } = props;
  const classes = [styles.header, column.align === 'end' ? cells.end : '', column.startsGroup ? cells.groupStart : ''];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has one key handler for all its cells, Enter included.
    <div
      role="columnheader"
      data-column={column.key}
      data-start={column.align === 'start' || undefined}
      data-chosen={column.chosen !== undefined || undefined}
      aria-label={column.unit === null ? column.label : `${column.label} ${column.unit}`}
      aria-colindex={index + 1}
      aria-sort={sort}
      aria-describedby={groupId}
      tabIndex={active ? 0 : -1}
      className={`${classes.join(' ')} ${index === 0 ? frozen.frozen : ''}`}
      onClick={(event) => onSort(column.key, event.shiftKey)}
    >
      {props.selecting != null && <props.selecting.AllBox selecting={props.selecting} />}
      <span className={styles.headerLabel}>
        {sort !== 'none' && (
          <span className={styles.arrow} aria-hidden="true">
            {sort === 'ascending' ? <ArrowUp12Filled /> : <ArrowDown12Filled />}
          </span>
        )}
        <span className={styles.headerText}>{column.label}</span>
      </span>
      {column.unit !== null && <span className="regular muted">{column.unit}</span>}
      <button
        type="button"
        tabIndex={active ? 0 : -1}
        className={header.about}
        aria-label={words.about(column.label)}
        aria-haspopup="dialog"
        aria-expanded={helpOpen}
        onClick={(event) => {
          event.stopPropagation();
          onAsk(index);
        }}
      >
        <Info16Regular />
      </button>
      {onGrab !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the same is in the column's popover, for keys.
        // biome-ignore lint/a11y/useKeyWithClickEvents: a press that ends a drag must not sort; there is nothing to press.
        <span
          className={header.edge}
          data-edge={column.key}
          onPointerDown={(event) => onGrab(event, column)}
          onClick={(event) => event.stopPropagation()}
        />
      )}
    </div>
  );
}

interface TotalsProps<Row, Totals> {
  columns: readonly GridColumn<Row>[];
  source: Pick<GridSource<unknown, Totals>, 'totals' | 'subscribe'>;
  view: (column: string, totals: Totals) => CellView;
  /** Column of the active cell, if it is a total. */
  active: number | null;
  /** The block selected, if it reaches the totals. */
  block: CellBlock | null;
  /** Column of the figure being explained, if it is a total. */
  explained: string | null;
  height: number;
}

/** The totals right under the header, seen without scrolling. */
function TotalsRow<Row, Totals>(props: TotalsProps<Row, Totals>) {
  const { columns, source, view, active, block, explained, height } = props;
  const { row: sums, flash } = useSyncExternalStore(source.subscribe, source.totals);
  return (
    <div
      role="row"
      aria-rowindex={2}
      data-row="totals"
      data-explained={explained !== null || undefined}
      className={styles.totals}
      style={{ height }}
    >
      {flash !== null && <RowFlash key={`flash-${flash.tick}`} columns={columns} flash={flash} span={null} />}
      {columns.map((column, index) => (
        <GridCell
          key={column.key}
          column={column}
          index={index}
          view={view(column.key, sums)}
          active={active === index}
          flash={flash}
          selected={block !== null && index >= block.firstColumn && index <= block.lastColumn}
          explained={explained === column.key}
        />
      ))}
    </div>
  );
}

/** Neither is drawn again for a cell that becomes the active one elsewhere. */
export const GridHeader = memo(Header) as typeof Header;
export const GridTotals = memo(TotalsRow) as typeof TotalsRow;

interface GroupSpan {
  /** Of the group; columns of a group that are apart have spans of their own. */
  key: string;
  /** Key of its first column. */
  first: string;
  /** Place of its first column. */
  from: number;
  span: number;
  starts: boolean;
}

/** Neighbouring columns under one group. */
function groupSpans(columns: readonly Pick<GridColumn<never>, 'key' | 'group' | 'startsGroup'>[]): GroupSpan[] {
  const spans: GroupSpan[] = [];
  for (const [from, { key: first, group: key, startsGroup: starts }] of columns.entries()) {
    const last = spans.at(-1);
    // The frozen column is alone: its ground must not cover its neighbours.
    if (last !== undefined && last.key === key && spans.length > 1) last.span += 1;
    else spans.push({ key, first, from, span: 1, starts });
  }
  return spans;
}

/** Id of the group over a column; the frozen column has none. */
function spanId(id: string, spans: readonly GroupSpan[], index: number): string | undefined {
  const span = spans.findLast(({ from }) => from <= index);
  return span === undefined || span.from === 0 ? undefined : `${id}-${span.first}`;
}
