// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements cannot be virtualised; roles say the same.
import { Suspense, useEffect, useId, useState } from 'react';
import { lazyPart } from '../../page/lazy-part.tsx';
import { useColumnSpan } from './columns/use-column-span.ts';
import { useCellInput } from './editing/use-cell-input.ts';
import { GridHeader, GridTotals } from './GridHeader.tsx';
import styles from './grid.module.css';
import type { GridProps } from './grid-props.ts';
import type { GridColumn, GridMemory } from './grid-types.ts';
import { geometryOf } from './header/grid-geometry.ts';
import { type ColumnDrag, useColumnDrag } from './header/use-column-drag.ts';
import { useHelpColumn } from './header/use-help-column.ts';
import { type CellFocus, useActiveCell } from './keys/use-active-cell.ts';
import { GridBody } from './rows/GridBody.tsx';
import { GridSkeleton } from './rows/GridSkeleton.tsx';

/** Nothing to be seen before the pointer rests somewhere: it is fetched after the table. */
const GridTooltip = lazyPart(async () => (await import('./GridTooltip.tsx')).GridTooltip);
/** Fetched by those who ask what a column means. */
const ColumnHelp = lazyPart(async () => (await import('./header/ColumnHelp.tsx')).ColumnHelp);

const groupHeight = 24;
const columnHeight = 30;
/** Scrolling is over when nothing has moved for so long. */
const restMs = 200;

/** A table of any length with a frozen column, groups, totals and live cells. One tab stop; keys move inside. */
export function Grid<Row, Totals>(props: GridProps<Row, Totals>) {
  const { columns, order, source, rowHeight, memory } = props;
  const id = useId();
  /** State, not a ref: what is drawn inside needs the element, and learns of it by being drawn again. */
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const headerHeight = groupHeight + columnHeight + rowHeight;
  const { helpColumn, ask, headerCell, closeHelp } = useHelpColumn(viewport);
  const focus = useActiveCell(viewport, { ...props, onAsk: ask });
  const { active, block, settleFocus } = focus;
  const { editor, listeners } = useCellInput(props, focus);
  const { dragged, start } = useColumnDrag(columns, props.onWidth);
  const span = useColumnSpan(viewport, columns);
  const { sizes, frozen, least } = geometryOf(columns, dragged, rowHeight);
  const describedColumn = helpColumn === null ? undefined : columns[helpColumn.index];

  useScrollMemory(viewport, memory, closeHelp);

  return (
    <div className="flex flex-1 min-h-0 relative">
      <div
        ref={setViewport}
        role="grid"
        aria-label={props.label}
        aria-rowcount={order.length + 2}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-busy={props.loading}
        data-stale={props.stale || undefined}
        className={styles.viewport}
        style={{ ...sizes, scrollPadding: `${headerHeight}px 0 0 ${frozen}px` }}
        {...listeners}
      >
        <div className={styles.canvas} style={{ minWidth: least }}>
          <GridHead
            grid={props}
            help={{ helpColumnKey: describedColumn?.key ?? null, onAsk: ask }}
            id={id}
            active={active}
            block={block}
            start={start}
          />
          {source === null && props.loading && <GridSkeleton columns={columns} rowHeight={rowHeight} />}
          {source !== null && viewport !== null && (
            <GridBody
              viewport={viewport}
              order={order}
              columns={columns}
              source={source}
              rowHeight={rowHeight}
              headerHeight={headerHeight}
              active={active}
              block={block}
              span={span}
              editor={editor}
              explained={props.explained ?? null}
              marks={props.marks}
              selecting={props.selecting}
              tone={props.tone}
              partedId={props.partedId}
              initialOffset={memory.scrollTop}
              onDrawn={settleFocus}
            />
          )}
        </div>
      </div>
      {source !== null && props.loading && <div className={styles.progress} />}
      {props.children !== undefined && <div className={styles.instead}>{props.children}</div>}
      {viewport !== null && (
        <Suspense fallback={null}>
          <GridTooltip viewport={viewport} columns={columns} hint={props.hint} origin={props.editing?.origin} />
        </Suspense>
      )}
      {helpColumn !== null && describedColumn !== undefined && (
        <OpenHelp
          grid={props}
          column={describedColumn}
          box={helpColumn.box}
          onClose={(byKey) => {
            closeHelp();
            if (byKey) headerCell(helpColumn.index)?.focus();
          }}
        />
      )}
    </div>
  );
}

interface HeadProps<Row, Totals> extends Pick<CellFocus<Row, Totals>, 'active' | 'block'> {
  grid: GridProps<Row, Totals>;
  id: string;
  help: { helpColumnKey: string | null; onAsk: (index: number) => void };
  start: ColumnDrag<Row>['start'];
}

/** Groups, columns and totals, which stay visible. */
function GridHead<Row, Totals>({ grid, id, active, block, help, start }: HeadProps<Row, Totals>) {
  const { columns, source, explained } = grid;
  return (
    <div role="rowgroup" data-head className={styles.head}>
      <GridHeader
        id={id}
        columns={columns}
        active={active.row === 'header' ? active.column : null}
        {...help}
        groups={grid.groups}
        sortOf={grid.sortOf}
        onSort={grid.onSort}
        onGrab={grid.onWidth === undefined ? undefined : start}
        selecting={grid.selecting}
      />
      {source !== null && (
        <GridTotals
          columns={columns}
          source={source}
          active={active.row === 'totals' ? active.column : null}
          block={block !== null && block.firstRow < 0 ? block : null}
          view={grid.totals}
          explained={explained?.row === 'totals' ? explained.column : null}
          height={grid.rowHeight}
        />
      )}
    </div>
  );
}

interface OpenHelpProps<Row, Totals> {
  grid: GridProps<Row, Totals>;
  column: GridColumn<Row>;
  box: DOMRect;
  onClose: (byKey: boolean) => void;
}

function OpenHelp<Row, Totals>({ grid, column, box, onClose }: OpenHelpProps<Row, Totals>) {
  const { hint, formula, onWidth } = grid;
  return (
    <Suspense fallback={null}>
      <ColumnHelp
        key={column.key}
        hint={hint(column.key, 'header') ?? { title: column.label, lines: [] }}
        formula={formula && (() => formula(column.key))}
        box={box}
        width={column.chosen ?? 'auto'}
        onWidth={onWidth && ((width) => onWidth(column.key, width))}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** Keeps the scroll position of the grid, and marks it while it moves. */
function useScrollMemory(viewport: HTMLDivElement | null, memory: GridMemory, onScroll: () => void): void {
  useEffect(() => {
    if (viewport === null) return;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const remember = () => {
      memory.scrollTop = viewport.scrollTop;
      // Marks are written only when they differ: writing makes the browser lay out again at the next read.
      const scrolled = String(viewport.scrollLeft > 0);
      if (viewport.dataset.scrolled !== scrolled) viewport.dataset.scrolled = scrolled;
      if (viewport.dataset.scrolling === undefined) viewport.dataset.scrolling = 'true';
      clearTimeout(resting);
      resting = setTimeout(() => delete viewport.dataset.scrolling, restMs);
      onScroll();
    };
    viewport.addEventListener('scroll', remember, { passive: true });
    return () => {
      clearTimeout(resting);
      viewport.removeEventListener('scroll', remember);
    };
  }, [viewport, memory, onScroll]);
}
