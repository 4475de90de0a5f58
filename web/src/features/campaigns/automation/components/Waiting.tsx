import styles from './panels/panel.module.css';

/** Rows to come, in the geometry they will have. */
export function Waiting({ rows = 8 }: { rows?: number }) {
  return (
    <div className={styles.waiting} role="status">
      <span className="visually-hidden">Loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these rows have nothing but a place.
        <span key={row} style={{ opacity: 1 - row * 0.1 }} />
      ))}
    </div>
  );
}
