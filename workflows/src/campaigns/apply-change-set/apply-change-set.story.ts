import type { Steps } from '../../story/steps.ts';
import type { ApplyChangeSetActivities, ApplyChangeSetInput, NextSetStep } from './apply-change-set.contract.ts';

type SetSteps = Steps<ApplyChangeSetInput, ApplyChangeSetActivities>;

/**
 * Waits for the scheduled time of a set, applies it as one change, and ends it when that change has ended. Whatever is said about the
 * set wakes it.
 */
export async function applyChangeSet(steps: SetSteps, set: ApplyChangeSetInput): Promise<void> {
  for (;;) {
    const next = await steps.call.readChangeSet(set);
    if (next.step === 'ended') return;
    await doStep(steps, set, next);
    await steps.continueWith(set);
  }
}

async function doStep({ call, untilWoken }: SetSteps, set: ApplyChangeSetInput, next: NextSetStep): Promise<void> {
  switch (next.step) {
    case 'ended':
      return;
    case 'wait':
      await untilWoken(next.seconds);
      return;
    case 'missed': {
      const { schedule } = next;
      const message = `The scheduled time ${schedule} was missed`;
      return call.leaveUnapplied({ ...set, schedule, reason: 'missed', message });
    }
    case 'apply': {
      const end = await call.applySet(set);
      if (end.kind !== 'refused') return;
      const { schedule, message } = end;
      return call.leaveUnapplied({ ...set, schedule, reason: 'refused', message });
    }
    case 'request':
      return call.requestChange(set);
    case 'settle':
      return call.settleSet(set);
  }
}
