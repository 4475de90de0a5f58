import type { RuleParams, RuleVerdict } from '../api/automation-types.ts';
import { automationMessages } from '../messages.ts';
import { verdictMessages as words } from '../verdict-messages.ts';
import { bidText, capName, capText, difference, distanceText } from './amounts.ts';

const { why } = automationMessages;

export type VerdictCap = RuleVerdict['caps'][number];

/** Verdicts by which a bid goes up. */
export const raises = ({ verdict }: Pick<RuleVerdict, 'verdict'>): boolean => verdict === 'raised';
const atCap: ReadonlySet<string> = new Set(['completed', 'reached', 'limited']);
/** Verdicts by which a cap keeps a bid where it is. */
export const isAtCap = ({ verdict }: { verdict: string }): boolean => atCap.has(verdict);

export type VerdictTone = 'good' | 'warning' | 'info' | 'plain' | 'bad';
const tones: Readonly<Record<string, VerdictTone>> = {
  raised: 'good',
  negated: 'good',
  completed: 'info',
  to_decide: 'info',
  unknown: 'info',
  reached: 'warning',
  limited: 'warning',
  conflict: 'warning',
  failed: 'bad',
  blocked: 'bad',
};
export const toneOf = (verdict: string): VerdictTone => tones[verdict] ?? 'plain';

const usedUp = ({ value, limit }: VerdictCap): number => (value === null || limit <= 0 ? -1 : value / limit);

/** Caps with what each is compared with: a bid that was cut to its cap has reached it. */
export function capsOf({ caps, limited_by: limit, new: made }: Pick<RuleVerdict, 'caps' | 'limited_by' | 'new'>) {
  if (limit !== 'cpt_bid_cap' || made === null) return caps;
  return caps.map((cap) => (cap.cap === limit ? { ...cap, value: made } : cap));
}

/** The cap a unit is stopped by, else the one it is nearest to; `null` where no cap is set or nothing is known. */
export function nearestCap(verdict: Pick<RuleVerdict, 'cap' | 'caps' | 'limited_by' | 'new'>): VerdictCap | null {
  const { cap } = verdict;
  const caps = capsOf(verdict);
  const stopping = caps.find((candidate) => candidate.cap === cap) ?? caps.find(({ reached }) => reached);
  if (stopping !== undefined) return stopping;
  const measuredCaps = caps.filter(({ value }) => value !== null);
  return measuredCaps.reduce<VerdictCap | null>(
    (nearest, candidate) => (nearest === null || usedUp(candidate) > usedUp(nearest) ? candidate : nearest),
    null,
  );
}

/** Name of the nearest cap and its distance, for a row of a table. */
export function nearestText(verdict: RuleVerdict, currency: string): { name: string; distance: string } | null {
  if (verdict.verdict === 'skipped') return null;
  const near = nearestCap(verdict);
  if (near === null) return null;
  return { name: capName(near.cap), distance: distanceText(near.cap, near.value, near.limit, currency) };
}

/** The reason of a verdict in a few words. */
export function shortReason(verdict: RuleVerdict, currency: string): string {
  const { message, reason, caps, limited_by: limit } = verdict;
  switch (verdict.verdict) {
    case 'raised':
      if (limit !== null) return clippedText(verdict, currency);
      return caps.length === 0 ? words.noCaps : words.underCaps;
    case 'completed':
    case 'reached': {
      const cap = nearestCap(verdict);
      if (cap === null) return message ?? '';
      return words.reached(
        capName(cap.cap),
        capText(cap.cap, cap.value, currency),
        capText(cap.cap, cap.limit, currency),
      );
    }
    case 'limited':
      return words.limitedBy[limit ?? 'cpt_bid_cap'] ?? message ?? '';
    case 'skipped':
      return message ?? words.reasons[reason ?? ''] ?? reason ?? '';
    case 'conflict':
      return message ?? words.conflict;
    case 'unknown':
      return message ?? words.unknown;
    case 'negated':
      return message ?? words.negated;
    case 'to_decide':
      return message ?? words.toDecide;
    case 'blocked':
      return message ?? words.blocked;
    default:
      return message ?? words.failed;
  }
}

function clippedText(verdict: RuleVerdict, currency: string): string {
  const by = words.limits[verdict.limited_by ?? ''] ?? verdict.limited_by ?? '';
  return `${words.clipped(by)} ${bidText(verdict.new, currency)}`;
}

/** A piece of a sentence; numbers are brought forward. */
export type Phrase = string | { strong: string };

/** One plain sentence or two that answer the question, with the numbers brought forward. */
export function explain(verdict: RuleVerdict, params: RuleParams | null, currency: string): Phrase[] {
  if (verdict.verdict === 'raised') return explainRaise(verdict, params, currency);
  const cap = nearestCap(verdict);
  if ((verdict.verdict === 'completed' || verdict.verdict === 'reached') && cap !== null) {
    const end =
      verdict.verdict === 'completed'
        ? '. The rule has done its part: it does not raise this keyword again unless its caps are edited.'
        : '. It goes on as soon as the figure is below the cap again.';
    return [
      `${capName(cap.cap)} reached its cap: `,
      { strong: capText(cap.cap, cap.value, currency) },
      ' of ',
      { strong: capText(cap.cap, cap.limit, currency) },
      end,
    ];
  }
  if (verdict.verdict === 'limited') {
    return [
      `${shortReason(verdict, currency)}: the bid of `,
      { strong: bidText(verdict.old, currency) },
      ' stays as it is. A rule never lowers a bid.',
    ];
  }
  return [`${shortReason(verdict, currency)}.`];
}

function explainRaise(verdict: RuleVerdict, params: RuleParams | null, currency: string): Phrase[] {
  const { old, computed, limited_by: limit } = verdict;
  const start =
    verdict.caps.length === 0
      ? 'No cap is set, so the rule raised the bid'
      : 'Every cap still had room, so the rule raised the bid';
  if (old === null || computed === null || verdict.new === null) return [`${start}.`];
  const step = { strong: bidText(difference(old, computed), currency) };
  const phrases: Phrase[] = [`${start}. `, ...stepPhrase(old, params), step];
  if (limit === null) return [...phrases, '.'];
  const cut = { strong: bidText(difference(old, verdict.new), currency) };
  const by = words.limits[limit] ?? limit;
  return [...phrases, `; the ${by} of `, { strong: bidText(verdict.new, currency) }, ' cut it to ', cut, '.'];
}

function stepPhrase(old: number, params: RuleParams | null): Phrase[] {
  if (params === null) return ['The step was '];
  const type = params.step_type ?? 'default';
  if (type === 'constant') return ['The constant step is '];
  if (type === 'percentage') return [`${params.step_value ?? 0} % of the bid is `];
  const band = Math.floor(old);
  return [
    band === 0 ? 'The default step for bids below 1 is ' : `The default step for bids of ${band} to ${band + 1} is `,
  ];
}

/** A line of the sum that makes a new bid. */
export interface LadderLine {
  label: string;
  term: string;
  amount: string;
  total?: boolean;
}

/**
 * The new bid, line by line.
 * @param params of the version that decided; `null` where it is not known any more
 * @returns empty where no bid was computed
 */
export function bidLadder(verdict: RuleVerdict, params: RuleParams | null, currency: string): LadderLine[] {
  const { old, computed, limited_by: limit } = verdict;
  if (old === null || computed === null) return [];
  // Where nothing is made of it the bid stays as it is.
  const made = verdict.new ?? old;
  const signed = (amount: number) => `${amount < 0 ? '−' : '+'} ${bidText(Math.abs(amount), currency)}`;
  const type = params === null ? null : (params.step_type ?? 'default');
  const lines: LadderLine[] = [
    { label: why.before, term: '', amount: bidText(old, currency) },
    {
      label: type === null ? why.step : why.steps[type],
      term: stepTerm(old, type, params),
      amount: signed(difference(old, computed)),
    },
  ];
  if (limit !== null || difference(computed, made) !== 0) {
    lines.push({ label: why.computed, term: '', amount: bidText(computed, currency) });
    const by = words.limits[limit ?? ''] ?? limit ?? '';
    const most = verdict.caps.find(({ cap }) => cap === limit)?.limit ?? made;
    lines.push({ label: why.clipped(by), term: bidText(most, currency), amount: signed(difference(computed, made)) });
  }
  return [...lines, { label: why.newBid, term: '', amount: bidText(made, currency), total: true }];
}

function stepTerm(old: number, type: RuleParams['step_type'] | null, params: RuleParams | null): string {
  if (type === 'default') return `0.10 × (${Math.floor(old)} + 1)`;
  return type === 'percentage' ? `${params?.step_value ?? 0} %` : '';
}
