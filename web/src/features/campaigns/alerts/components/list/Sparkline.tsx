import type { AlertEpisode } from '@tapwise/contract/alerts';
import { curveOf } from '../../model/curve.ts';
import styles from './sparkline.module.css';

const width = 72;
const height = 24;
/** Room for the point at the end. */
const margin = 3;

/** The figure's last days with what is usual; the row says both in numbers. */
export function Sparkline({ series }: { series: NonNullable<AlertEpisode['series']> }) {
  const curve = curveOf(series, width, height);
  if (curve === null) return null;
  const { band, lines, last } = curve;
  return (
    <svg
      className={styles.spark}
      width={width + 2 * margin}
      height={height + 2 * margin}
      viewBox={`${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`}
      aria-hidden
    >
      {band !== null && (
        <rect className={styles.band} x={0} y={band.top} width={width} height={Math.max(1, band.bottom - band.top)} />
      )}
      {lines.map((line) => (
        <polyline key={line} className={styles.line} points={line} />
      ))}
      {last !== null && <circle className={styles.last} cx={last.x} cy={last.y} r={2.5} />}
    </svg>
  );
}
