import type { CustomBacktestResponse } from '@tapwise/contract/custom-rule';
import { dayInZone, type RuleCounts, shortDay } from '@tapwise/domain';
import { olderRunsText } from '../../past/runs-kept.ts';
import type { PastSlot } from './evaluate-past-rule.ts';

/** A run that would have been held. */
export interface HeldSlot {
  /** Milliseconds. */
  readonly at: number;
  readonly zone: string;
}

interface TestedRuns {
  readonly asItRan: boolean;
  /** Runs of which figures that the rule asks for are not known as they were. */
  readonly lacking: number;
  readonly outcomes: ReadonlySet<PastSlot['outcome']>;
  readonly held: readonly HeldSlot[];
  /** The rule ran before in the range, and those runs are not remembered. */
  readonly leavesOutRuns: boolean;
  readonly slots: readonly Pick<CustomBacktestResponse['slots'][number], 'as_known'>[];
}

/** What an answer shows, and what it cannot show. */
export function backtestNotes({ asItRan, lacking, outcomes, held, leavesOutRuns, slots }: TestedRuns): string[] {
  const notes = [
    'No response of the market is simulated: changes do not add up, and nothing is said about what would have been earned.',
    'Runs list the units that would have been changed, are on hold or limited; the others are counted.',
  ];
  if (!asItRan) {
    notes.push(
      'Each run is decided on the settings there really were; cool-downs and limits follow from what the rule would have done.',
    );
  }
  if (slots.some(({ as_known }) => !as_known)) {
    notes.push(
      'Days before the first pull are known only in their final form; their runs are marked as not as known then.',
    );
  }
  if (lacking > 0) {
    const runs = lacking === 1 ? '1 run' : `${lacking} runs`;
    notes.push(
      `Figures of users, predictions, impression shares and search terms are not known as they were at ${runs}: conditions on them are not known there.`,
    );
  }
  if (outcomes.has('as_recorded')) {
    notes.push('Runs whose figures could not be had once more are shown as they were recorded.');
  }
  if (leavesOutRuns) notes.push(olderRunsText);
  if (held.length > 0) notes.push(`Would have been held: ${heldSlots(held)}. Their changes are in no total.`);
  if (outcomes.has('no_complete_data'))
    notes.push('Runs without complete data, or without fresh data of today, decide nothing.');
  return notes;
}

/** What a run adds to the totals: one that is held changes nothing. */
export const changingCounts = ({ counts, isHeld }: Pick<PastSlot, 'counts' | 'isHeld'>): RuleCounts =>
  isHeld ? { ...counts, acted: 0 } : counts;

/** '12 Nov 09:00, 13 Nov 09:00'. */
function heldSlots(held: readonly HeldSlot[]): string {
  const ordered = [...held].sort((left, right) => left.at - right.at);
  return [...new Set(ordered.map(slotTime))].join(', ');
}

function slotTime({ at, zone }: HeldSlot): string {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return `${shortDay(dayInZone(at, zone))} ${clock.format(at)}`;
}
