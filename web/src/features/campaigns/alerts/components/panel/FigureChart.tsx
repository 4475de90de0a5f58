import type { AlertEpisode } from '@tapwise/contract/alerts';
import { alertMessages } from '../../messages.ts';
import { curveOf } from '../../model/curve.ts';
import { dayText, figureText } from '../../model/episode-texts.ts';
import styles from './figure-chart.module.css';

const { panel: words } = alertMessages;
const width = 330;
const height = 110;
const dayMs = 86_400_000;

interface Props {
  episode: AlertEpisode;
  series: NonNullable<AlertEpisode['series']>;
}

/** The figure day by day with what is usual: the band, its middle dashed, limits dotted, days outside as red dots. */
export function FigureChart({ episode, series }: Props) {
  const curve = curveOf(series, width, height);
  if (curve === null) return null;
  const { band, usual, low, high, lines, outside, least, most } = curve;
  const from = dayText(series.from);
  const to = dayText(dayAfter(series.from, series.values.length - 1));
  const limits = [low, high].filter((y) => y !== null);
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`-4 -4 ${width + 8} ${height + 8}`}
        role="img"
        aria-label={`${words.curve(from, to)}. ${words.outside(outside.length)}`}
      >
        {band !== null && (
          <rect className={styles.band} x={0} y={band.top} width={width} height={Math.max(1, band.bottom - band.top)} />
        )}
        {usual !== null && <line className={styles.usual} x1={0} x2={width} y1={usual} y2={usual} />}
        {limits.map((y) => (
          <line key={y} className={styles.limit} x1={0} x2={width} y1={y} y2={y} />
        ))}
        {lines.map((line) => (
          <polyline key={line} className={styles.line} points={line} />
        ))}
        {outside.map(({ x, y }) => (
          <circle key={x} className={styles.outside} cx={x} cy={y} r={3} />
        ))}
      </svg>
      <figcaption className={styles.axis} aria-hidden>
        <span>{from}</span>
        <span>
          {figureText(least, episode)} – {figureText(most, episode)}
        </span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
