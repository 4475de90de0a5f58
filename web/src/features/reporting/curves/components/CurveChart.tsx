import type { IapInfoResponse } from '@tapwise/contract';
import { useCallback } from 'react';
import { ChartCanvas, type ChartTokens, type ChartView, formatValue } from '../../../../shared/chart/index.ts';
import { type CurveKind, curveMessages as words } from '../messages.ts';
import { type CurvePoint, observedEnd, periodWord, pointName } from '../model/curve.ts';
import { sayCurvePoint } from '../model/describe-point.ts';
import { curveOption } from './curve-option.ts';
import styles from './curves.module.css';

interface Props {
  kind: CurveKind;
  response: IapInfoResponse;
  points: readonly CurvePoint[];
  sign: string;
  /** The country drawn, or the world. */
  name: string;
}

/** The curve with what its parts mean. */
export function CurveChart({ kind, response, points, sign, name }: Props) {
  const axisName = kind === 'cltv' ? words.cltv.axis(periodWord(response.period_days)) : words.trial_conversion.axis;
  const option = useCallback(
    (tokens: ChartTokens, { narrow }: ChartView) =>
      curveOption({ kind, points, name, worldwideName: words.worldwide, axisName, sign, narrow }, tokens),
    [kind, points, name, axisName, sign],
  );
  const title = kind === 'cltv' ? words.cltv.chart(sign) : words.trial_conversion.chart;
  return (
    <section className={styles.card} aria-labelledby="curve-title">
      <div className={styles.cardHead}>
        <h2 id="curve-title">{title}</h2>
        <Key points={points} name={name} />
      </div>
      <ChartCanvas
        label={`${words[kind].title}, ${name}. ${summaryOf(kind, points, sign)}`}
        option={option}
        positions={points.length}
        startAt={0}
        say={(index) => sayCurvePoint(kind, points[index], sign)}
      />
    </section>
  );
}

/** From where to where the curve goes, and up to where it is observed, in a sentence. */
function summaryOf(kind: CurveKind, points: readonly CurvePoint[], sign: string): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  const say = (value: number) => formatValue(value, kind === 'cltv' ? 'money_per_unit' : 'percent', sign);
  const end = observedEnd(points);
  const point = end === null ? undefined : points[end];
  const observed = point === undefined ? '' : ` Observed up to ${pointName(kind, point.x).toLowerCase()}.`;
  const name = (x: number) => pointName(kind, x).toLowerCase();
  return `${say(first.value)} at ${name(first.x)}, ${say(last.value)} at ${name(last.x)}.${observed}`;
}

function Key({ points, name }: { points: readonly CurvePoint[]; name: string }) {
  const series = 'var(--colorPaletteBlueBorderActive)';
  const faint = 'var(--colorNeutralForeground4)';
  return (
    <ul className={styles.key} aria-label="Legend">
      {points.some(({ observed }) => observed) && <KeyEntry label="observed" color={series} />}
      {points.some(({ observed }) => !observed) && <KeyEntry label="not yet observed" color={series} dash="5 4" />}
      {points.some(({ low }) => low !== null) && (
        <li>
          <span className={styles.band} aria-hidden="true" />
          80 % band
        </li>
      )}
      {points.filter(({ paid }) => paid !== null).length > 1 && (
        <KeyEntry label={`already paid, ${name}`} color={faint} dash="1.5 3" />
      )}
    </ul>
  );
}

function KeyEntry({ label, color, dash }: { label: string; color: string; dash?: string }) {
  return (
    <li>
      <svg width="22" height="4" viewBox="0 0 22 4" aria-hidden="true">
        <path d="M0 2h22" stroke={color} strokeWidth="2.5" strokeDasharray={dash} />
      </svg>
      {label}
    </li>
  );
}
