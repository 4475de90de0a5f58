import { useMemo } from 'react';
import { unknown } from '../../../../../shared/format/numbers.ts';
import { reportMessages as words } from '../../../../../shared/report/messages.ts';
import { type Course, comparedOf, type StripColumn, sourceOf } from '../../model/live/course.ts';
import { sparkOf } from '../../model/live/sparkline.ts';
import { stripDelta } from '../../model/live/strip-delta.ts';
import styles from './live-strip.module.css';
import { Sparkline } from './Sparkline.tsx';

/** What all tiles share. */
export interface StripCourse {
  course: Course | null;
  /** Hours since today began. */
  elapsed: number;
  /** Hours of today up to which each kind of column is known; `null` when that was before today. */
  reportedHours: Readonly<Record<'store' | 'ads' | 'both', number | null>>;
  /** Of the currency. */
  sign: string;
  /** Until the first answer nothing is said of the figures, not even that there are none. */
  loading: boolean;
}

interface Props {
  label: React.ReactNode;
  column: StripColumn;
  /** The figure; `null` is not known. */
  figure: number | null;
  /** How it reads; a result has its sign and currency in it. */
  value: string;
  before?: string;
  after?: string;
  strip: StripCourse;
  age: React.ReactNode;
  tone?: 'gain' | 'loss' | undefined;
  /** Left out where there is no room. */
  extra?: boolean;
  /** Without a line where there is little room. */
  bare?: boolean;
}

/** One figure of today: what it is, what it changed by, how the day went, and how old it is. */
export function StripTile({ label, column, figure, value, before, after, strip, age, tone, extra, bare }: Props) {
  const { course, elapsed, reportedHours, sign, loading } = strip;
  const source = sourceOf[column];
  const hours = reportedHours[source];
  const reported = Math.floor(hours ?? 0);
  const spark = useMemo(() => (course === null ? null : sparkOf(course, column, reported)), [course, column, reported]);
  const delta = course === null ? null : stripDelta(column, comparedOf(course, column, figure, hours), sign);
  const dot = figure === null || hours === null ? null : { hour: Math.min(hours, elapsed), value: figure };
  const lineTone = tone ?? (source === 'ads' ? 'plain' : 'brand');
  return (
    <div className={styles.tile} data-column={column} data-extra={extra || undefined} data-bare={bare || undefined}>
      <span className={styles.label} data-label>
        {label}
      </span>
      <span className={styles.figure} data-figure data-tone={tone}>
        {loading && <span className={styles.bone} aria-hidden="true" />}
        {figure !== null && before !== undefined && <small>{before}</small>}
        {loading ? <span className={styles.spoken}>{words.loading}</span> : value}
        {figure !== null && after !== undefined && <small> {after}</small>}
      </span>
      <span className={styles.delta} data-delta data-good={delta?.good || undefined}>
        {delta !== null && (
          <>
            <span aria-hidden="true">{delta.good ? `▲ ${delta.text}` : delta.text}</span>
            <span className={styles.spoken}>{delta.spoken}</span>
          </>
        )}
        {delta === null && course !== null && figure !== null && unknown}
      </span>
      <span className={styles.foot}>{loading ? null : age}</span>
      <span className={styles.spark}>
        <Sparkline spark={spark} dot={dot} tone={lineTone} />
      </span>
    </div>
  );
}
