import { formatClock } from '../../../../shared/format/ages.ts';
import { dateForm } from '../../../../shared/format/date-forms.ts';
import type { Rule, RuleRun, RuleVerdict } from '../api/automation-types.ts';
import { automationMessages } from '../messages.ts';
import { isAtCap } from './why.ts';

const { rule: words } = automationMessages;

/** How many units a run came to which end with. */
export interface RunCounts {
  checked: number;
  raised: number;
  atCap: number;
  skipped: number;
  /** Blocked, failed, in conflict, not confirmed. */
  failed: number;
  negated: number;
  toDecide: number;
}

const failedVerdicts = new Set(['failed', 'blocked', 'conflict', 'unknown']);

export function countVerdicts(verdicts: readonly Pick<RuleVerdict, 'verdict'>[]): RunCounts {
  const count = (test: (verdict: string) => boolean) => verdicts.filter(({ verdict }) => test(verdict)).length;
  return {
    checked: verdicts.length,
    raised: count((verdict) => verdict === 'raised'),
    atCap: verdicts.filter(isAtCap).length,
    skipped: count((verdict) => verdict === 'skipped'),
    failed: count((verdict) => failedVerdicts.has(verdict)),
    negated: count((verdict) => verdict === 'negated'),
    toDecide: count((verdict) => verdict === 'to_decide'),
  };
}

/** "84 keywords checked, 14 raised, 29 at a cap, 40 skipped, 1 failed". @param dry nothing is done by it */
export function countsText(type: Rule['type'], counts: RunCounts, dry: boolean): string {
  const failed = counts.failed === 0 ? [] : [words.failed(counts.failed)];
  if (type !== 'raise_bids')
    return [words.negated(counts.negated), words.toDecide(counts.toDecide), ...failed].join(', ');
  const raised = dry ? words.wouldRaise(counts.raised) : words.raised(counts.raised);
  return [
    words.checked(counts.checked),
    raised,
    words.atCap(counts.atCap),
    words.skipped(counts.skipped),
    ...failed,
  ].join(', ');
}

/** The slot hours of a rule: `21 Nov, 15:00` from `2026-11-21T15`, with minutes where slots have them. A run by hand has none. */
export function slotText(slot: string): string {
  const form = /^(\d{4}-\d{2}-\d{2})T(\d{2})(?::(\d{2})(?::(\d{2}))?)?/.exec(slot);
  if (form === null) return slot.startsWith('manual-') ? words.manual : slot;
  const [, day = '', hour = '', minute = '00'] = form;
  return `${dayText(day)}, ${hour}:${minute}`;
}

const days = dateForm({ timeZone: 'UTC', day: 'numeric', month: 'short' });
const dayText = (day: string): string => days(new Date(`${day}T00:00:00Z`));

/** "21 Nov, 15:00" in a time zone. */
export function instantText(instant: string | null, timeZone: string): string {
  if (instant === null) return '';
  return dateForm({ timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })(new Date(instant));
}

/** What a run is called. Runs by hand have no slot hour. */
export function runText(run: RuleRun, timeZone: string): string {
  const slot = /^\d{4}-\d{2}-\d{2}T\d{2}/.test(run.slot);
  if (slot) return words.runOf(slotText(run.slot));
  return words.byHand(formatClock(run.started_at ?? run.as_of ?? new Date(0), timeZone));
}
