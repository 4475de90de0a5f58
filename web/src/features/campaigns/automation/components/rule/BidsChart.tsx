import { Button } from '@fluentui/react-components';
import { Table20Regular } from '@fluentui/react-icons/svg/table';
import type { Application } from '@tapwise/contract';
import { dayMs } from '@tapwise/contract/calendar';
import { useCallback, useMemo, useState } from 'react';
import { ChartCanvas, type ChartTokens, type ChartView } from '../../../../../shared/chart/index.ts';
import { currencySymbol } from '../../../../../shared/format/numbers.ts';
import type { Rule, RuleVerdict } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { bidText } from '../../model/amounts.ts';
import { type BidLine, bidAt, type DecidedStep, stepInstants } from '../../model/bid-lines.ts';
import { decidingNumbers } from '../../model/deciding-numbers.ts';
import { unitsOf } from '../../model/rule-scope.ts';
import { instantText } from '../../model/run-texts.ts';
import { BidValues } from './BidValues.tsx';
import { bidsOption } from './bids-option.ts';
import styles from './rule.module.css';
import { chartDays, useBidLines } from './use-bid-lines.ts';

const words = automationMessages.chart;
const mostLines = 3;
const noSteps: readonly DecidedStep[] = [];

interface Props {
  application: Application;
  rule: Rule;
  verdicts: readonly RuleVerdict[];
  /** The decisions have been read. */
  loaded: boolean;
  /** The unit that is explained is drawn first. */
  chosen: string | null;
}

/** Bids of a few units over time with what decided each step; the same as a table. */
export function BidsChart({ application, rule, verdicts, loaded, chosen }: Props) {
  const units = useMemo(() => drawnUnits(verdicts, chosen), [verdicts, chosen]);
  const { lines, decided, loading, failed } = useBidLines(application, rule, units);
  const { currency, timeZone } = unitsOf(application, rule);
  const [asTable, setAsTable] = useState(false);
  // Lines are new objects at each render; they are drawn again when they say something else.
  const text = JSON.stringify([lines.filter(({ steps }) => steps.length > 0), decided]);
  const [drawn, drawnSteps] = useMemo(() => JSON.parse(text) as [BidLine[], DecidedStep[]], [text]);
  const instants = useMemo(() => stepInstants(drawn), [drawn]);
  const view = useMemo(
    () => viewOf(drawn, drawnSteps, rule, currency, timeZone),
    [drawn, drawnSteps, rule, currency, timeZone],
  );
  const option = useCallback(
    (tokens: ChartTokens, { narrow }: ChartView) => bidsOption({ ...view, narrow }, tokens),
    [view],
  );
  const days = `${instantText(new Date(view.from).toISOString(), timeZone)} – ${instantText(new Date(view.now).toISOString(), timeZone)}`;
  return (
    <section className={styles.block} aria-labelledby="bids-title" aria-busy={loading}>
      <div className={styles.blockHead}>
        <h2 id="bids-title">{words.title}</h2>
        {drawn.length > 0 && <p>{words.note(drawn.length, verdicts.length, currencySymbol(currency), days)}</p>}
        {drawn.length > 0 && (
          <Button
            size="small"
            appearance="subtle"
            icon={<Table20Regular />}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? words.asChart : words.asTable}
          </Button>
        )}
      </div>
      {drawn.length === 0 && (
        <div className={styles.chartPlace}>
          {!failed && <p className={styles.none}>{loading || !loaded ? 'Loading...' : words.none}</p>}
          {failed && <p className={styles.none}>{words.failed}</p>}
        </div>
      )}
      {drawn.length > 0 && asTable && (
        <BidValues lines={drawn} decided={drawnSteps} currency={currency} timeZone={timeZone} />
      )}
      {drawn.length > 0 && !asTable && (
        <div className={styles.chart}>
          <ChartCanvas
            label={`${words.title}. ${drawn.map((line) => summaryOf(line, currency)).join('; ')}`}
            option={option}
            positions={instants.length}
            axisValues={instants}
            say={(index) => sayInstant(drawn, view, instants[index] ?? view.now)}
          />
        </div>
      )}
    </section>
  );
}

/** The chosen unit, then those the run had most to say about. */
function drawnUnits(verdicts: readonly RuleVerdict[], chosen: string | null): RuleVerdict[] {
  const first = verdicts.filter(({ key }) => key === chosen);
  const others = verdicts.filter(({ key, verdict }) => key !== chosen && verdict !== 'skipped');
  const decided = [...first, ...others];
  // Right after a raise a run skips every unit; their bids have changed all the same.
  return (decided.length > 0 ? decided : verdicts).slice(0, mostLines);
}

function viewOf(
  lines: readonly BidLine[],
  decided: readonly DecidedStep[] = noSteps,
  rule: Rule,
  currency: string,
  timeZone: string,
) {
  const now = Date.now();
  const first = stepInstants(lines)[0] ?? now;
  // A little before the first step, so that the bid it started from is seen.
  const from = Math.max(first - Math.max((now - first) * 0.1, 60_000), now - chartDays * dayMs);
  return {
    lines,
    currency,
    from,
    now,
    edited: Date.parse(rule.last_updated),
    cap: rule.automation_params.cpt_bid_cap ?? null,
    instant: (at: number) => instantText(new Date(at).toISOString(), timeZone),
    numbers: (key: string, at: number) => {
      const step = decided
        .filter((candidate) => candidate.key === key && candidate.at <= at)
        .sort((left, right) => right.at - left.at)[0];
      return step?.verdict == null ? null : decidingNumbers(step.verdict, currency);
    },
  };
}

function summaryOf({ name, steps }: BidLine, currency: string): string {
  const [first] = steps;
  return words.summary(name, bidText(first?.old ?? first?.bid, currency), bidText(steps.at(-1)?.bid, currency));
}

function sayInstant(lines: readonly BidLine[], view: ReturnType<typeof viewOf>, at: number): string {
  const bids = lines.map((line) => {
    const numbers = view.numbers(line.key, at);
    return `${line.name} ${bidText(bidAt(line, at), view.currency)}${numbers === null ? '' : `, ${numbers}`}`;
  });
  return `${view.instant(at)}: ${bids.join('; ')}`;
}
