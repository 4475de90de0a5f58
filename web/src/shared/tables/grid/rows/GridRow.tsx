// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements cannot be virtualised; roles say the same.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells hold the tab stop, rows are only their frame.
import { memo, useCallback, useState, useSyncExternalStore } from 'react';
import { GridCell } from '../cells/GridCell.tsx';
import { RowFlash } from '../cells/RowFlash.tsx';
import { type ColumnSpan, isDrawn } from '../columns/visible-columns.ts';
import type { GridMarks, OpenEditor, RowMarks } from '../editing/editing-types.ts';
import styles from '../grid.module.css';
import { gridMessages as words } from '../grid-messages.ts';
import type { CellView, GridColumn, GridSource, RowTone } from '../grid-types.ts';

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
  /** Places of the columns selected in this row; both `null` when none is. */
  selectedFrom: number | null;
  selectedTo: number | null;
  /** Column of the figure being explained, if it is in this row. */
  explained: string | null;
  span: ColumnSpan;
  marks: GridMarks | undefined;
  /** Whether this row can be selected; `null` while none can. */
  selectable: boolean | null;
  /** The editor, if it is in this row. */
  editor: OpenEditor | null;
}

function Row<Data>(props: Props<Data>) {
  const { id, columns, source, span, active, editor } = props;
  const subscribe = useCallback((listener: () => void) => source.subscribeRow(id, listener), [source, id]);
  const snapshot = useSyncExternalStore(subscribe, () => source.row(id));
  const marks = useRowMarks(id, props.marks);
  const [mountedAt] = useState(() => performance.now());
  if (snapshot === undefined) return null;
  const flash = snapshot.flash !== null && snapshot.flash.at > mountedAt - flashMs ? snapshot.flash : null;
  const selected = props.selectable === null ? undefined : props.selectable && (marks?.selected ?? false);
  const views = columns.map((column, index) =>
    isDrawn(span, index, active)
      ? markedView(
          column.cell(snapshot.row),
          marks?.cells[column.key],
          index === 0 ? boxOf(props.selectable, marks) : undefined,
        )
      : null,
  );
  return (
    <div
      role="row"
      aria-rowindex={props.index + 3}
      data-row-id={id}
      className={styles.row}
      data-tone={snapshot.gone ? 'muted' : props.tone(snapshot.row)}
      data-parted={props.parted || undefined}
      aria-selected={selected}
      data-explained={props.explained !== null || undefined}
      data-editing={editor !== null || undefined}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
    >
      {hatchSpans(views.map((view) => view?.immature === true)).map(({ first, last }) => (
        <span
          key={`hatch-${first}`}
          className={styles.hatch}
          aria-hidden="true"
          style={{ gridColumn: `${first + 1} / ${last + 2}` }}
        />
      ))}
      {flash !== null && <RowFlash key={`flash-${flash.tick}`} columns={columns} flash={flash} span={span} />}
      {columns.map((column, index) => {
        const view = views[index];
        return view == null ? null : (
          <GridCell
            key={column.key}
            column={column}
            index={index}
            view={view}
            active={active === index}
            flash={flash}
            selected={isWithin(index, props.selectedFrom, props.selectedTo)}
            explained={props.explained === column.key}
            editor={editor?.column === column.key ? editor : null}
            placed={span !== null}
          />
        );
      })}
    </div>
  );
}

const unmarked = () => undefined;
const unfollowed = () => () => undefined;

function useRowMarks(id: number, marks: GridMarks | undefined): RowMarks | undefined {
  const follow = useCallback((listener: () => void) => marks?.subscribe(id, listener) ?? unfollowed(), [marks, id]);
  return useSyncExternalStore(
    marks === undefined ? unfollowed : follow,
    marks === undefined ? unmarked : () => marks.of(id),
  );
}

/** What the box of a row shows; `undefined` while rows have none. */
function boxOf(selectable: boolean | null, marks: RowMarks | undefined): boolean | null | undefined {
  if (selectable === null) return undefined;
  return selectable ? (marks?.selected ?? false) : null;
}

function markedView(view: CellView, mark: CellView['mark'], selected: CellView['selected']): CellView {
  if (mark === undefined && selected === undefined) return view;
  return {
    ...view,
    ...(mark === undefined ? {} : { mark }),
    ...(mark !== undefined && view.check !== undefined ? { check: mark.text === words.on, text: mark.text } : {}),
    ...(selected === undefined ? {} : { selected }),
  };
}

function isWithin(index: number, from: number | null, to: number | null): boolean {
  return from !== null && to !== null && index >= from && index <= to;
}

/** Neighbouring hatched cells share one ground, so that its lines run through. */
function hatchSpans(hatched: readonly boolean[]): { first: number; last: number }[] {
  const spans: { first: number; last: number }[] = [];
  for (const [index, on] of hatched.entries()) {
    if (!on) continue;
    const open = spans.at(-1);
    if (open?.last === index - 1) open.last = index;
    else spans.push({ first: index, last: index });
  }
  return spans;
}

/** A row that renders again only when its own data, its place or the columns change. */
export const GridRow = memo(Row) as typeof Row;
