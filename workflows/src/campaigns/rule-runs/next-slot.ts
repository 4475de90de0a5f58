import type { EventLog, FoldFollower } from '@tapwise/adapters';
import { applicationStream, type Directory, type NextRun, type Slot } from '@tapwise/domain';
import type { NextSlot, RuleRun, RunAutomationInput } from './rule-run.ts';

/** Where the next run of rules of one kind follows from. */
export interface SlotSources {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  /** The fold of these rules and their runs. */
  readonly rules: Pick<FoldFollower<unknown>, 'caughtUp' | 'reached'>;
  /** Other folds that decide whether a slot has come. */
  readonly others: readonly Pick<FoldFollower<unknown>, 'caughtUp'>[];
  /** The position up to which runs are folded. */
  position(): bigint;
  /** The application of a rule; `undefined` for a rule that is not there. */
  applicationOf(automationId: number): number | undefined;
  ruleStream(automationId: number): string;
  runStream(run: Omit<RuleRun, 'slot_at'>): string;
  /** By what is folded now. */
  nextRun(rule: RunAutomationInput): NextRun;
}

/** What a rule has to do by all that was recorded so far, wherever that was. */
export async function currentNextRun(sources: SlotSources, input: RunAutomationInput): Promise<NextRun> {
  const { log, directory, rules, others } = sources;
  await Promise.all([directory, rules, ...others].map((fold) => fold.caughtUp));
  await rules.reached(await lastPosition(log, sources.ruleStream(input.automation_id)));
  const applicationId = sources.applicationOf(input.automation_id);
  if (applicationId !== undefined) await directory.reached(await lastPosition(log, applicationStream(applicationId)));
  for (;;) {
    const next = sources.nextRun(input);
    if (next.kind !== 'open' && next.kind !== 'due') return next;
    const slot = next.kind === 'open' ? next.run.slot : next.slot.id;
    const last = await log.readLast(sources.runStream({ ...input, slot }));
    // What this run recorded last may not have come in here yet.
    if (last === undefined || last.position <= sources.position()) return next;
    await rules.reached(last.position);
  }
}

/** @param now Milliseconds. */
export function nextSlotOf(next: NextRun, input: RunAutomationInput, now: number): NextSlot {
  switch (next.kind) {
    case 'none':
      return { run: null, missed: 0, pause_seconds: null };
    case 'open':
      return runNow(input, next.run.slot, Date.parse(next.run.slot_at));
    case 'due':
      return { ...runNow(input, next.slot.id, next.slot.at), missed: next.missed.length };
    case 'later':
      return {
        run: null,
        missed: next.missed.length,
        pause_seconds: Math.max(0, (next.at - now) / 1000),
      };
    default:
      return next satisfies never;
  }
}

const runNow = (input: RunAutomationInput, slot: string, slot_at: number): NextSlot => ({
  run: { ...input, slot, slot_at },
  missed: 0,
  pause_seconds: null,
});

/** Slots that came since the last run and are too late. */
export const missedSlots = (next: NextRun): readonly Slot[] =>
  next.kind === 'none' || next.kind === 'open' ? [] : next.missed;

const lastPosition = async (log: EventLog, stream: string): Promise<bigint> =>
  (await log.readLast(stream))?.position ?? 0n;
