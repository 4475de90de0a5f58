import { amountText } from '../../../shared/money/amount.ts';
import { decimalsOf, isoCurrency } from '../../../shared/money/currency.ts';
import { capValue } from '../evaluation/caps.ts';
import type { RuleCap } from '../rule/rule-choices.ts';
import type { AutomationRunEvent, Decision, RunCounts, SettledDecision } from './automation-run.events.ts';
import type { SettledTerm } from './term-verdict.ts';

/** A line of the log of a rule; `key` and `decision_id` are empty for what is about a whole run. */
export interface LogLine {
  readonly campaign_name: string;
  readonly message: string;
  readonly key: string;
  readonly decision_id: string;
}

const limitNames = { cpt_bid_cap: 'CPT bid cap', daily_budget: 'daily budget', guardrail: 'guardrail' } as const;
const capNames: Partial<Record<RuleCap, string>> = {
  impressions_cap: 'impressions',
  installs_cap: 'installs',
  spend_cap: 'spend',
  cpt_cap: 'CPT',
  cpa_cap: 'CPA',
  impression_share_cap: 'impression share',
};

/** The lines that an event of a run adds to the log of its rule. @param currency Of the ad organization. */
export function logLines(event: AutomationRunEvent, currency: string): LogLine[] {
  switch (event.type) {
    case 'BidRaisesDecided':
      return event.data.decisions.flatMap((decision) => capLine(decision, currency));
    case 'BidRaisesSuggested':
      return event.data.decisions.flatMap((decision) =>
        decision.verdict === 'raised'
          ? [lineOf(decision, `Would have raised ${raiseText(decision, currency)}`)]
          : capLine(decision, currency),
      );
    case 'BidRaisesSettled':
      return event.data.settled.flatMap((settledDecision) => settledLine(settledDecision, currency));
    case 'SearchTermsSettled':
      return event.data.settled.flatMap(termLine);
    case 'AutomationRunEnded':
      return [runLine(endedText(event.data.slot, event.data.state, event.data.counts, event.data.message))];
    case 'AutomationRunLeftOut': {
      const { state, slot, message } = event.data;
      return [runLine(message ?? `${runName(slot)} ${leftOutTexts[state]}`)];
    }
    default:
      return [];
  }
}

export const leftOutTexts = { missed: 'missed', no_fresh_data: 'not done: no fresh data', stopped: 'stopped' } as const;

/** 'Run of 09:00', 'Run of 09:02:00' with slots of seconds, or 'Run by hand'. */
export function runName(slot: string): string {
  const time = slot.split('T')[1];
  if (slot.startsWith('manual-') || time === undefined) return 'Run by hand';
  return `Run of ${time.length === 2 ? `${time}:00` : time}`;
}

function endedText(slot: string, state: 'done' | 'stopped', counts: RunCounts, message: string | null): string {
  if (state === 'stopped') return message ?? `${runName(slot)} stopped`;
  if (message !== null) return message;
  const { checked, raised, at_cap, skipped, failed } = counts;
  return `${runName(slot)}: ${checked} keywords checked, ${raised} raised, ${at_cap} at a cap, ${skipped} skipped, ${failed} failed`;
}

const runLine = (message: string): LogLine => ({ campaign_name: '', message, key: '', decision_id: '' });
const lineOf = ({ campaign_name, key, decision_id }: Decision | SettledDecision, message: string): LogLine => ({
  campaign_name,
  message,
  key,
  decision_id,
});

function raiseText({ keyword, old, new: set, limited_by }: Decision | SettledDecision, currency: string): string {
  const limit = limited_by === null ? '' : ` (limited by ${limitNames[limited_by]})`;
  const amounts = `from ${amountText(old ?? 0, currency)} to ${amountText(set ?? 0, currency)} ${isoCurrency(currency)}`;
  return `the bid of "${keyword}" ${amounts}${limit}`;
}

function settledLine(settled: SettledDecision, currency: string): LogLine[] {
  const { outcome, keyword, message } = settled;
  switch (outcome) {
    case 'changed':
    case 'unchanged':
      return [lineOf(settled, `Raised ${raiseText(settled, currency)}`)];
    case 'conflict':
      return [lineOf(settled, `Bid of "${keyword}" was changed by someone else, left as it is`)];
    case 'unknown':
      return [lineOf(settled, `Bid of "${keyword}" sent, Apple has not confirmed it yet`)];
    case 'refused':
      return [lineOf(settled, `Could not raise the bid of "${keyword}": ${message ?? 'refused'}`)];
    case 'skipped':
      return [];
  }
}

function termLine({ outcome, term, place_name, message, campaign_name, key, decision_id }: SettledTerm): LogLine[] {
  const negativeText = `"${term}" as negative keyword to "${place_name}"`;
  const line = (text: string): LogLine[] => [{ campaign_name, key, decision_id, message: text }];
  switch (outcome) {
    case 'changed':
    case 'unchanged':
      return line(`Added ${negativeText}`);
    case 'unknown':
      return line(`Sent ${negativeText}, Apple has not confirmed it yet`);
    case 'skipped':
      return [];
    default:
      return line(`Could not add ${negativeText}: ${message ?? 'refused'}`);
  }
}

/** Said once, when a unit comes to a cap. */
function capLine(decision: Decision, currency: string): LogLine[] {
  const { verdict, cap, begins, keyword, inputs, old, caps } = decision;
  const check = caps.find((candidate) => candidate.cap === cap);
  if (!begins || cap === null || check === undefined || !(verdict === 'completed' || verdict === 'reached')) return [];
  const value = capText(cap, capValue(cap, inputs, old) ?? 0, currency);
  const limit = capText(cap, isCount(cap) ? check.limit : check.limit / 1_000_000, currency);
  const words = verdict === 'completed' ? `Stopped raising "${keyword}"` : `Not raising "${keyword}" for now`;
  return [lineOf(decision, `${words}: ${capNames[cap] ?? cap} ${value} reached the cap ${limit}`)];
}

const isCount = (cap: RuleCap): boolean => cap === 'impressions_cap' || cap === 'installs_cap';

/** Counts as they are, shares in percent, money with its currency. */
function capText(cap: RuleCap, value: number, currency: string): string {
  if (isCount(cap)) return String(value);
  if (cap === 'impression_share_cap') return `${Number((value * 100).toFixed(1))} %`;
  return `${value.toFixed(decimalsOf(currency))} ${isoCurrency(currency)}`;
}

const atCap: ReadonlySet<Decision['verdict']> = new Set(['completed', 'reached', 'limited']);

/** The outcome of a run. @param outcomes Of decisions to raise; those without one count as raised. */
export function countRun(
  decisions: readonly Pick<Decision, 'verdict' | 'decision_id'>[],
  outcomes: ReadonlyMap<string, SettledDecision['outcome']>,
): RunCounts {
  const counts = { checked: decisions.length, raised: 0, at_cap: 0, skipped: 0, failed: 0 };
  for (const { verdict, decision_id } of decisions) {
    if (atCap.has(verdict)) counts.at_cap += 1;
    else if (verdict !== 'raised') counts.skipped += 1;
    else {
      const outcome = outcomes.get(decision_id) ?? 'changed';
      if (outcome === 'changed' || outcome === 'unchanged') counts.raised += 1;
      else if (outcome === 'skipped') counts.skipped += 1;
      else counts.failed += 1;
    }
  }
  return counts;
}
