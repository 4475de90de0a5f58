import type { Application, AsOf, Organization } from '@tapwise/contract';
import { hourMs } from '@tapwise/contract/calendar';
import { useState } from 'react';
import { formatClock, olderOf } from '../../../../../shared/format/ages.ts';
import { formatCount, formatGain, formatMoney, formatPercent } from '../../../../../shared/format/numbers.ts';
import type { ReportQuestion } from '../../../../../shared/report/api/report-api.ts';
import { Age } from '../../../../../shared/report/components/live/Age.tsx';
import { reportMessages as words } from '../../../../../shared/report/messages.ts';
import { onlyToday } from '../../model/scope/report-today.ts';
import styles from './live-strip.module.css';
import { StripTile } from './StripTile.tsx';
import { type TodayChoice, TodayTile } from './TodayTile.tsx';
import { useStrip } from './use-strip.ts';

interface Props {
  application: Application;
  organization: Organization;
  today: string;
  /** The report on the screen, whose own figures of today can be shown instead. */
  question: ReportQuestion | null;
  flowing: boolean;
  /** Shows predicted figures in the place of those so far. */
  predictions: boolean;
  /** Spend, and what is made of it, is not for this account. */
  restricted: boolean;
}

/** Spend is restated for hours; four are twice what is usual. */
const spendStaleMs = 4 * hourMs;

/**
 * Today over all ad organizations of the application, or of the report on the screen: each figure with its change, its course and
 * the age of its source.
 */
export function LiveStrip({ application, organization, today, question, flowing, predictions, restricted }: Props) {
  const [choice, setChoice] = useState<TodayChoice>('all');
  const reportQuestion = choice === 'report' && question !== null ? onlyToday(question, today) : null;
  const { figures, asOf, strip } = useStrip({ application, organization, reportQuestion, flowing });
  const { sign } = strip;
  const zone = organization.time_zone;
  const older = olderOf(asOf.ads, asOf.store);
  // Until any prediction has come the figures so far are shown, under their own names.
  const predicted = predictions && (figures.predicted_income !== null || figures.current_income === null);
  const kind = predicted ? 'predicted' : 'current';
  const label = (name: string) =>
    predicted ? <Predicted name={name} /> : name.charAt(0).toUpperCase() + name.slice(1);
  const income = figures[`${kind}_income`];
  const result = figures[`${kind}_result`];
  const roas = figures[`${kind}_roas`];
  const gain = formatGain(result);
  const toClock = older === null ? '' : words.upTo(formatClock(older, zone));
  return (
    <section
      className={styles.strip}
      aria-label={words.today}
      aria-busy={strip.loading}
      data-restricted={restricted || undefined}
    >
      <TodayTile
        today={today}
        organization={organization}
        many={application.asaOrganizations.length > 1}
        choice={choice}
        onChoice={setChoice}
      />
      {!restricted && (
        <StripTile
          label="Spend"
          column="spend"
          figure={figures.spend}
          strip={strip}
          before={sign}
          value={formatMoney(figures.spend)}
          age={<Age instant={asOf.ads} timeZone={zone} staleAfter={spendStaleMs} />}
        />
      )}
      <StripTile
        label={label('income')}
        column={`${kind}_income`}
        figure={income}
        strip={strip}
        before={sign}
        value={formatMoney(income)}
        age={<Age instant={asOf.store} push />}
      />
      {!restricted && (
        <>
          <StripTile
            label={label('result')}
            column={`${kind}_result`}
            figure={result}
            strip={strip}
            value={result === null ? gain : gain.replace(/^[+−]?/, (lead) => lead + sign)}
            tone={({ '+': 'gain', '−': 'loss' } as const)[gain.charAt(0)]}
            age={older === null ? <Age instant={null} /> : <ResultAge clock={toClock} asOf={asOf} />}
          />
          <StripTile
            label={label('ROAS')}
            column={`${kind}_roas`}
            figure={roas}
            strip={strip}
            after="%"
            value={formatPercent(roas)}
            age={older === null ? <Age instant={null} /> : <time dateTime={older}>{toClock}</time>}
          />
        </>
      )}
      <StripTile
        label="Installs"
        column="installs"
        figure={figures.installs}
        strip={strip}
        value={formatCount(figures.installs)}
        age={<Age instant={asOf.ads} />}
        extra={!restricted}
        bare={!restricted}
      />
      <StripTile
        label="Trials"
        column="trials"
        figure={figures.trials}
        strip={strip}
        value={formatCount(figures.trials)}
        age={<Age instant={asOf.store} push />}
        extra={!restricted}
        bare={!restricted}
      />
    </section>
  );
}

/** `Predicted result`, drawn as `Pred. result` where there is little room. */
function Predicted({ name }: { name: string }) {
  return (
    <>
      Pred<span className={styles.rest}>icted</span> {name}
    </>
  );
}

/** A result is made of two sources, each with its age. */
function ResultAge({ clock, asOf }: { clock: string; asOf: AsOf }) {
  return (
    <>
      <span className={styles.clock}>{`${clock}: `}</span>
      <Age instant={asOf.store} push plain before="income " />
      {' · '}
      <Age instant={asOf.ads} before="spend " />
    </>
  );
}
