import { memo } from 'react';
import { type ColumnSpan, isDrawn } from '../columns/visible-columns.ts';
import type { GridColumn, GridSnapshot } from '../grid-types.ts';
import styles from './frozen-cell.module.css';

interface Props {
  columns: readonly Pick<GridColumn<never>, 'key'>[];
  flash: NonNullable<GridSnapshot<unknown>['flash']>;
  span: ColumnSpan;
}

/** The grounds of all cells of a row that just changed, which fade as one: an animation for each cell costs a frame. */
function Flash({ columns, flash, span }: Props) {
  return (
    <span className={styles.flash} aria-hidden="true">
      {columns.map(({ key }, index) =>
        // The frozen column covers what is behind it, and fades by itself.
        index > 0 && flash.columns.has(key) && isDrawn(span, index, null) ? (
          <i key={key} style={{ gridColumnStart: index + 1 }} />
        ) : null,
      )}
    </span>
  );
}

/** Give it the tick of the flash as its key: a new one starts its own fade. */
export const RowFlash = memo(Flash);
