import type { Application, Organization } from '@tapwise/contract';
import { formatWeekday } from '../../../../shared/calendar/days.ts';
import { formatClock, olderOf } from '../../../../shared/format/ages.ts';
import {
  currencySymbol,
  formatCount,
  formatGain,
  formatMoney,
  formatPercent,
  unknown,
} from '../../../../shared/format/numbers.ts';
import { useClock } from '../../../../shared/ui/browser-state.ts';
import { useToday } from '../../api/use-today.ts';
import { knownFigures, type TodayFigures } from '../../model/scope/today.ts';
import { Age } from './Age.tsx';
import styles from './live-strip.module.css';

interface Props {
  application: Application;
  organization: Organization;
  today: string;
  flowing: boolean;
  /** Shows predicted figures in the place of those so far. */
  predictions: boolean;
  /** Spend, and what is made of it, is not for this account. */
  restricted: boolean;
}

const nothing: TodayFigures = {
  ...{ spend: null, current_income: null, current_result: null, current_roas: null, installs: null, trials: null },
  ...{ predicted_income: null, predicted_result: null, predicted_roas: null },
};
/** Spend is restated for hours; four are twice what is usual. */
const spendStaleMs = 4 * 3_600_000;

/** Today over all ad organizations of the application, each figure with the age of its source. */
export function LiveStrip({ application, organization, today, flowing, predictions, restricted }: Props) {
  const known = useToday(application, flowing);
  const figures = known === null ? nothing : knownFigures(known);
  const asOf = known?.asOf ?? { ads: null, sdk: null, store: null, impression_share: null };
  const zone = organization.time_zone;
  const clock = useClock((now) => formatClock(now, zone));
  const sign = currencySymbol(application.currency);
  const ads = <Age instant={asOf.ads} timeZone={zone} staleAfter={spendStaleMs} />;
  const mixed = <Age instant={olderOf(asOf.ads, asOf.store)} timeZone={zone} />;
  // Until any prediction has come the figures so far stand, and are called what they are.
  const predicted = predictions && (figures.predicted_income !== null || figures.current_income === null);
  const income = predicted ? figures.predicted_income : figures.current_income;
  const roas = predicted ? figures.predicted_roas : figures.current_roas;
  const gain = formatGain(predicted ? figures.predicted_result : figures.current_result);
  const label = (name: string) => (predicted ? `Predicted ${name}` : name.charAt(0).toUpperCase() + name.slice(1));
  return (
    <section className={styles.strip} aria-label="Today">
      <div className={styles.tile} data-wide>
        <span className={styles.label}>Today</span>
        <span className={styles.day}>{formatWeekday(today)}</span>
        <time className={styles.foot}>{clock}</time>
      </div>
      {!restricted && <Tile label="Spend" before={sign} value={formatMoney(figures.spend)} age={ads} />}
      <Tile label={label('income')} before={sign} value={formatMoney(income)} age={<Age instant={asOf.store} push />} />
      {!restricted && (
        <>
          <Tile
            label={label('result')}
            before={signed(gain)}
            beforeUnit={sign}
            value={gain.replace(/^[+−]/, '')}
            age={mixed}
          />
          <Tile label={label('ROAS')} value={formatPercent(roas)} after="%" age={mixed} />
        </>
      )}
      <Tile
        label="Installs"
        value={formatCount(figures.installs)}
        age={<Age instant={asOf.ads} />}
        extra={!restricted}
      />
      <Tile
        label="Trials"
        value={formatCount(figures.trials)}
        age={<Age instant={asOf.store} push />}
        extra={!restricted}
      />
    </section>
  );
}

function signed(gain: string): string {
  return /^[+−]/.test(gain) ? gain.charAt(0) : '';
}

interface TileProps {
  label: string;
  value: string;
  before?: string;
  beforeUnit?: string;
  after?: string;
  age: React.ReactNode;
  /** Left out where there is no room. */
  extra?: boolean | undefined;
}

function Tile({ label, value, before = '', beforeUnit, after, age, extra }: TileProps) {
  const known = value !== unknown;
  const tone = beforeUnit === undefined ? undefined : { '+': 'gain', '−': 'loss' }[before];
  return (
    <div className={styles.tile} data-extra={extra || undefined}>
      <span className={styles.label}>{label}</span>
      <span className={styles.figure} data-figure data-tone={tone}>
        {known && beforeUnit === undefined && <small>{before}</small>}
        {known && beforeUnit !== undefined && before + beforeUnit}
        {value}
        {known && after !== undefined && <small> {after}</small>}
      </span>
      <span className={styles.foot}>{age}</span>
    </div>
  );
}
