import type { ClickHouseClient } from '@tapwise/adapters';
import {
  addDays,
  type Coverage,
  completeDays,
  createPastCounts,
  createPastFigures,
  type Day,
  type DaySource,
  dayInZone,
  dayNumber,
  factorAt,
  factorSteps,
  isoCurrency,
  lifeBegins,
  type RecordedFigures,
  runDayOf,
  type SourceDays,
  type SpendRate,
} from '@tapwise/domain';
import { readSpendRates } from '../../automation/spend-rates.ts';
import { type ExchangeRates, readRates } from '../../money/exchange-rates.queries.ts';
import type { ReportScope } from '../../reports/report-scope.ts';
import { columnsOf, parentsIn } from '../asked-columns.ts';
import { exactRate } from '../exact-rate.ts';
import { type FigurePlan, planFigures } from '../figure-plan.ts';
import type { RuleFigures, RuleFiguresQuestion } from '../rule-figures.ts';
import { windowFigures } from '../window-figures.ts';
import { windowRanges } from '../window-ranges.ts';
import { gatherCounts } from './gather-counts.ts';

/** What a rule asks of the past. */
export interface PastFiguresQuestion extends Omit<RuleFiguresQuestion, 'scope'> {
  /** When the newest pull began that was recorded by then, in milliseconds; `null`: none yet. */
  readonly pulledAt: number | null;
  /** As a run recorded them; `null`: they follow from the pull. */
  readonly days: SourceDays | null;
  /** As a run recorded it; otherwise that of the ad service's figures, as the log has it. */
  readonly coverage: Coverage | null;
  /** Its days were pulled as history, later: each is complete at its end. */
  readonly isHistory: boolean;
}

/** Figures of rules as they were known at one instant after another. */
export interface PastRuleFigures {
  /** Takes in what was recorded next. */
  apply(recorded: RecordedFigures): void;
  /** What a rule would have been evaluated on by what is applied so far. */
  at(question: PastFiguresQuestion): Omit<RuleFigures, 'position'>;
}

/** What the ad service did not count is not kept as it was known at an instant. */
const notKept: readonly DaySource[] = ['people', 'predictions', 'search_terms', 'impression_share'];

/**
 * What the ad service counted, from the log instead of the tables: these have only the newest figures. Rates of exchange are asked for
 * once, as they are published now.
 * @throws the engine's error.
 */
export async function openPastFigures(client: ClickHouseClient, scope: ReportScope): Promise<PastRuleFigures> {
  const rates = await readRates(client);
  const counts = createPastCounts(rateIn(rates, scope.currency));
  const spending = createPastFigures(scope.orgCurrency);
  const { rateOf } = await readSpendRates(client, scope.orgCurrency);
  return {
    apply: (recorded) => {
      counts.apply(recorded);
      if (recorded.level === 'campaign') spending.apply(recorded);
    },
    at: (question) => {
      const { asOf, rule, units, joined, campaignIds, pulledAt, coverage } = question;
      const { timeZone: zone } = scope;
      const plan = planFigures({ rule, scope });
      const days = question.days ?? daysAt(question, plan, zone);
      const runDay = runDayOf(days);
      const lifeFrom = lifeBegins(coverage, plan.covered, runDay);
      const parentsOf = parentsIn(plan);
      const rangeScope = {
        rule,
        units,
        joined,
        asOf,
        zone,
        days,
        lifeFrom,
        shareDays: [],
        parentsOf,
        users: new Map(),
      };
      const ranges = windowRanges(plan.windows, rangeScope);
      const columns = columnsOf(plan, ranges, runDay, zone);
      const gathered = gatherCounts(counts, { units, plan, ranges, columns, parentsOf });
      const figuresScope = { rule, units, plan, columns, runDay, isMaturityKnown: false };
      const today = dayInZone(asOf, zone);
      const { spend, partialSpend } = spending.over({ from: today, today }, new Set(campaignIds), rateOf);
      return {
        days,
        unknownSources: new Set<DaySource>(pulledAt === null ? ['ads', ...notKept] : notKept),
        coverage,
        lifeFrom,
        pulledAt,
        figures: new Map(ranges.map((range) => [range.window.key, windowFigures(range, gathered, figuresScope)])),
        rate: exactRate(rates, scope.orgCurrency, scope.currency, runDay ?? today),
        spend: { spend, partialSpend },
      };
    },
  };
}

function daysAt(
  { asOf, pulledAt, isHistory, completeAfterHours }: PastFiguresQuestion,
  { sources }: FigurePlan,
  zone: string,
): SourceDays {
  const days = completeDays(
    {
      asOf,
      zone,
      completeAfterHours,
      pulls: pulledAt === null ? [] : [pulledAt],
      peopleUntil: null,
      pendingShare: new Map(),
      modelsFittedAt: null,
      termDays: null,
      shareDay: null,
    },
    sources,
  );
  return isHistory && sources.has('ads') ? { ...days, ads: addDays(dayInZone(asOf, zone), -1) } : days;
}

function rateIn(rates: ExchangeRates, currency: string): SpendRate {
  const target = isoCurrency(currency);
  const steps = new Map<string, ReturnType<typeof factorSteps>>();
  return (from: string, day: Day) => {
    if (from === target) return 1;
    if (!steps.has(from)) steps.set(from, factorSteps(rates, from, target));
    const ofCurrency = steps.get(from);
    return ofCurrency === undefined ? undefined : factorAt(ofCurrency, dayNumber(day));
  };
}

/** Whether a rule asks for nothing but what the ad service counted and for settings. @param currency Of the application. */
export const asksAdsAlone = (rule: RuleFiguresQuestion['rule'], currency: string): boolean =>
  planFigures({ rule, scope: { currency } }).isOfAdsAlone;
