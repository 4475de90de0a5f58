import styles from '../grid.module.css';
import type { GridColumn } from '../grid-types.ts';

const skeletonRows = 8;

interface SkeletonProps<Row> {
  columns: readonly GridColumn<Row>[];
  rowHeight: number;
}

/** Rows to come, in the geometry they will have. */
export function GridSkeleton<Row>({ columns, rowHeight }: SkeletonProps<Row>) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: skeletonRows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these rows have nothing but a place.
        <div key={row} className={styles.skeletonRow} style={{ height: rowHeight, opacity: 1 - row * 0.1 }}>
          {columns.map((column, index) => (
            <span key={column.key} data-end={column.align === 'end' || undefined}>
              <span style={{ width: index === 0 ? `${70 - ((row * 17) % 35)}%` : '60%' }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
