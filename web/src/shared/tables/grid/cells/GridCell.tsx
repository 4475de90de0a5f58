// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: both roles of a cell support its column index.
import { memo } from 'react';
import editing from '../editing/cell-editing.module.css';
import type { OpenEditor } from '../editing/editing-types.ts';
import type { CellView, GridColumn, GridSnapshot } from '../grid-types.ts';
import { contentOf, isPlain } from './cell-content.tsx';
import frozen from './frozen-cell.module.css';
import styles from './grid-cell.module.css';

interface Props {
  column: Pick<GridColumn<never>, 'key' | 'align' | 'startsGroup' | 'explains' | 'Content'>;
  index: number;
  view: CellView;
  active: boolean;
  flash: GridSnapshot<unknown>['flash'];
  /** Part of what Ctrl+C copies. */
  selected?: boolean;
  /** The figure whose calculation is being explained. */
  explained?: boolean;
  /** The box in the cell, while its value is being edited. */
  editor?: OpenEditor | null;
  /** Columns that are not visible are left out: the cell says its place itself. */
  placed?: boolean;
}

function cellClass(column: Props['column'], index: number, view: CellView): string {
  const parts = [styles.cell, column.align === 'end' ? styles.end : '', column.startsGroup ? styles.groupStart : ''];
  if (index === 0) parts.push(frozen.frozen);
  else if (isPlain(view)) parts.push(styles.plain);
  if (view.editable === true || (view.mark !== undefined && view.mark.state !== 'confirmed')) parts.push(editing.cell);
  return parts.join(' ');
}

/** A plain element, whatever it shows. */
function Cell({ column, index, view, active, flash, selected, explained, editor, placed }: Props) {
  const flashed = flashOf(column, flash);
  return (
    <div
      role={index === 0 ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      aria-selected={selected || undefined}
      aria-expanded={view.expanded}
      // The box in the cell is the tab stop while there is one.
      tabIndex={active && editor == null ? 0 : -1}
      className={editor == null ? cellClass(column, index, view) : `${styles.cell} ${editing.editing}`}
      style={placed ? { gridColumnStart: index + 1 } : undefined}
      data-tone={view.tone}
      data-within={view.within || undefined}
      data-flash={flashed}
      data-explains={(column.explains && view.tone !== 'unknown' && view.explained !== false) || undefined}
      data-explained={explained || undefined}
      data-editable={(editor == null && view.editable) || undefined}
      data-mark={editor == null && view.mark?.state !== 'confirmed' ? view.mark?.state : undefined}
    >
      {editor != null ? (
        <editor.Editor editor={editor} />
      ) : column.Content === undefined || view.state === undefined ? (
        contentOf(view)
      ) : (
        <column.Content view={view} />
      )}
    </div>
  );
}

function flashOf(column: Props['column'], flash: Props['flash']): 'even' | 'odd' | undefined {
  if (flash?.columns.has(column.key) !== true) return undefined;
  return flash.tick % 2 === 0 ? 'even' : 'odd';
}

/** An update of a row makes all its views again, and most of them say what they said before. */
function sameCell(before: Props, after: Props): boolean {
  return (
    before.column === after.column &&
    before.index === after.index &&
    before.active === after.active &&
    before.selected === after.selected &&
    before.explained === after.explained &&
    before.editor === after.editor &&
    before.placed === after.placed &&
    flashOf(before.column, before.flash) === flashOf(after.column, after.flash) &&
    sameView(before.view, after.view)
  );
}

function sameView(before: CellView, after: CellView): boolean {
  const parts = Object.keys(before) as (keyof CellView)[];
  if (parts.length !== Object.keys(after).length) return false;
  return parts.every((part) => before[part] === after[part] || (part === 'share' && sameShare(before, after)));
}

function sameShare({ share: before }: CellView, { share: after }: CellView): boolean {
  return before?.value === after?.value && before?.tick === after?.tick;
}

/** One cell, drawn again only when it shows something else. */
export const GridCell = memo(Cell, sameCell);
