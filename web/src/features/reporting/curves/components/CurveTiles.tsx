import type { CountryLtvData, IapInfoResponse } from '@tapwise/contract';
import type { ReactNode } from 'react';
import { formatValue } from '../../../../shared/chart/index.ts';
import { formatCount, formatMoney, formatPercent, unknown } from '../../../../shared/format/numbers.ts';
import { Age } from '../../../../shared/report/index.ts';
import { type CurveKind, curveMessages as words } from '../messages.ts';
import styles from './curves.module.css';

interface Props {
  kind: CurveKind;
  response: IapInfoResponse;
  data: CountryLtvData;
  sign: string;
}

/** What the curve says at the places one asks for first. */
export function CurveTiles({ kind, response, data, sign }: Props) {
  return (
    <section className={styles.tiles} aria-label="Key figures">
      {kind === 'cltv' ? <LtvTiles data={data} sign={sign} /> : <TrialTiles data={data} />}
      <Tile label="Received so far" before={sign} value={formatMoney(data.totalAmount)}>
        <Age instant={response.fitted_at} before="model " none="no model yet" />
      </Tile>
    </section>
  );
}

function LtvTiles({ data, sign }: Pick<Props, 'data' | 'sign'>) {
  const ltv = data.ltvForCharge[0] ?? null;
  const paid = data.paidForCharge[0] ?? null;
  const say = (value: number | null | undefined) => formatValue(value ?? null, 'money_per_unit', sign);
  const [due = 0, again = 0] = data.subscriptionsForCharge;
  const observed = data.observedCharges;
  return (
    <>
      <Tile label="LTV at the first charge" before={sign} value={formatMoney(ltv)}>
        80 % band {say(data.ltvLow[0])} to {say(data.ltvHigh[0])}
      </Tile>
      <Tile label="Paid with that charge" before={sign} value={formatMoney(paid)}>
        still expected {say(ltv === null || paid === null ? null : ltv - paid)}
      </Tile>
      <Tile label={words.cltv.counted} value={formatCount(due)}>
        {words.dueAgain(due, again)}
      </Tile>
      <Tile label="Observed to charge" value={observed === 0 ? unknown : formatCount(observed)}>
        {words.observedTo(observed, observed >= data.ltvForCharge.length)}
      </Tile>
    </>
  );
}

function TrialTiles({ data }: Pick<Props, 'data'>) {
  // At its very end a trial is decided; the hour before is the last that says something.
  const last = Math.max(0, data.conversionProbability.length - 2);
  const half = Math.floor(data.conversionProbability.length / 2);
  const lasted = (hour: number) => words.lasted(data.trialsAtHour[hour] ?? 0, hour);
  return (
    <>
      <Tile label="Chance of a fresh trial" value={formatPercent(data.conversionProbability[0])} after="%">
        at hour 0
      </Tile>
      <Tile label="Half way" value={formatPercent(data.conversionProbability[half])} after="%">
        {lasted(half)}
      </Tile>
      <Tile label="In the last hour" value={formatPercent(data.conversionProbability[last])} after="%">
        {lasted(last)}
      </Tile>
      <Tile label="Trials" value={formatCount(data.trialsAtHour[0])}>
        each of {durationWords(data.introDuration)}
      </Tile>
    </>
  );
}

const units: Record<string, string> = { h: 'hour', d: 'day', w: 'week' };

/** `7d` is 7 days. */
function durationWords(duration: string | null): string {
  const match = /^(\d+)([hdw])$/.exec(duration ?? '');
  if (match === null) return unknown;
  const count = Number(match[1]);
  return `${count} ${units[match[2] ?? '']}${count === 1 ? '' : 's'}`;
}

interface TileProps {
  label: string;
  value: string;
  before?: string;
  after?: string;
  children: ReactNode;
}

function Tile({ label, value, before, after, children }: TileProps) {
  return (
    <div className={styles.tile}>
      <span className="text-12 leading-16 muted">{label}</span>
      <span className={styles.figure}>
        {before !== undefined && value !== unknown && <small>{before}</small>}
        {value}
        {after !== undefined && value !== unknown && <small> {after}</small>}
      </span>
      <span className="text-12 leading-16 muted">{children}</span>
    </div>
  );
}
