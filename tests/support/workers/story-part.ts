import type { NextSlot, RunAutomationInput } from '../../../workflows/src/campaigns/rule-runs/rule-run.ts';
import type { Steps, Story } from '../../../workflows/src/story/steps.ts';

/** What a story did until it waited, for so long, or ended. */
export interface StoryPart {
  /** Nothing is left to do now: it waits for its next slot. */
  readonly done: boolean;
  /** `null` when it ended. */
  readonly again_seconds: number | null;
}

/** Thrown where a story waits, to end it there. */
class Waiting {
  constructor(readonly seconds: number) {}
}

/** The activities of rules of some kind, and which of them reads what is next. */
interface SteppedStory<Name extends string, Activities extends Record<Name, ReadNext>> {
  readonly call: Activities;
  readonly reads: Name;
  /** Milliseconds. */
  readonly now: () => number;
}
type ReadNext = (rule: RunAutomationInput) => Promise<NextSlot>;

/** Runs the story of a rule until it waits. */
export async function untilWaiting<Name extends string, Activities extends Record<Name, ReadNext>>(
  story: Story<RunAutomationInput, Activities>,
  rule: RunAutomationInput,
  { call, reads, now }: SteppedStory<Name, Activities>,
): Promise<StoryPart> {
  let isIdle = false;
  const readNext: ReadNext = async (input) => {
    const next = await call[reads](input);
    isIdle = next.run === null;
    return next;
  };
  const wait = (seconds: number) => {
    throw new Waiting(seconds);
  };
  const steps: Steps<RunAutomationInput, Activities> = {
    call: { ...call, [reads]: readNext },
    sleep: async (seconds) => wait(seconds),
    sleepUntil: async (instant) => wait((instant - now()) / 1000),
    untilWoken: async (seconds) => seconds > 0 && wait(seconds),
    continueWith: async () => undefined,
    now,
  };
  try {
    await story(steps, rule);
    return { done: true, again_seconds: null };
  } catch (error) {
    if (!(error instanceof Waiting)) throw error;
    return { done: isIdle, again_seconds: error.seconds };
  }
}
