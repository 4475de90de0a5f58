import styles from '../reports.module.css';

/** Rows with a ripple in their middle; decoration of places without rows. */
export function RowsDrawing() {
  return (
    <svg className={styles.drawing} width="120" height="72" viewBox="0 0 120 72" aria-hidden="true">
      {[8, 26, 44, 62].map((top, row) => (
        <g key={top} opacity={1 - row * 0.22}>
          <rect x="4" y={top} width={46 - row * 5} height="5" rx="2.5" />
          <rect x="66" y={top} width="20" height="5" rx="2.5" />
          <rect x="94" y={top} width="20" height="5" rx="2.5" />
        </g>
      ))}
      <circle cx="60" cy="34" r="22" />
      <circle cx="60" cy="34" r="13" />
      <circle cx="60" cy="34" r="3.5" data-dot />
    </svg>
  );
}
