// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements cannot be virtualised; roles say the same.
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect } from 'react';
import { useVirtualRows } from '../../use-virtual-rows.ts';
import type { CellBlock } from '../cells/cell-selection.ts';
import type { ColumnSpan } from '../columns/visible-columns.ts';
import type { GridMarks, GridSelecting, OpenEditor } from '../editing/editing-types.ts';
import styles from '../grid.module.css';
import type { ActiveCell, GridColumn, GridFigure, GridSource, RowTone } from '../grid-types.ts';
import { GridRow } from './GridRow.tsx';

const overscan = 4;

interface Props<Row> {
  viewport: HTMLDivElement;
  order: readonly number[];
  columns: readonly GridColumn<Row>[];
  source: Pick<GridSource<Row, unknown>, 'row' | 'subscribeRow'>;
  tone: (row: Row) => RowTone;
  /** First row below the line, if any. */
  partedId: number | null;
  rowHeight: number;
  /** Height of what is sticky above the rows. */
  headerHeight: number;
  initialOffset: number;
  active: ActiveCell;
  block: CellBlock | null;
  explained: GridFigure | null;
  span: ColumnSpan;
  marks: GridMarks | undefined;
  selecting: GridSelecting | null | undefined;
  editor: OpenEditor | null;
  /** Called after each drawing of the rows. */
  onDrawn: () => void;
}

/** The rows in view, and always the row of the active cell, so that the focus outlives scrolling. */
export function GridBody<Row>(props: Props<Row>) {
  const { viewport, order, columns, source, tone, partedId, rowHeight, headerHeight, active, block } = props;
  const activeIndex = typeof active.row === 'number' ? order.indexOf(active.row) : -1;
  const extract = useCallback(
    (range: Range) => {
      const visibleIndexes = defaultRangeExtractor(range);
      if (activeIndex < 0 || visibleIndexes.includes(activeIndex)) return visibleIndexes;
      return [...visibleIndexes, activeIndex].sort((first, second) => first - second);
    },
    [activeIndex],
  );
  const { items, height } = useVirtualRows({
    viewport,
    keys: order,
    rowHeight,
    overscan,
    marginTop: headerHeight,
    initialOffset: props.initialOffset,
    extract,
  });
  useLayoutEffect(props.onDrawn);
  return (
    <div role="rowgroup" className={styles.body} style={{ height }}>
      {items.map((item) => {
        const id = order[item.index];
        if (id === undefined) return null;
        const chosen = block !== null && item.index >= block.firstRow && item.index <= block.lastRow ? block : null;
        return (
          <GridRow
            key={id}
            id={id}
            index={item.index}
            top={item.start - headerHeight}
            height={rowHeight}
            columns={columns}
            source={source}
            tone={tone}
            parted={id === partedId}
            active={active.row === id ? active.column : null}
            selectedFrom={chosen?.firstColumn ?? null}
            selectedTo={chosen?.lastColumn ?? null}
            explained={props.explained?.row === id ? props.explained.column : null}
            span={props.span}
            marks={props.marks}
            selectable={props.selecting == null ? null : props.selecting.selectable(id)}
            editor={props.editor?.row === id ? props.editor : null}
          />
        );
      })}
    </div>
  );
}
