import { createStreamMemory, type FoldFollower } from '@tapwise/adapters';
import { type Creations, ruleCampaignDecider, runDecider, trailedCampaignDecider } from '@tapwise/domain';
import { runActivity } from '../../activity/run-activity.ts';
import { workflowActor } from '../../streams/actor.ts';
import { createChangeStreams } from '../apply-change/change-log.ts';
import { evaluateSlot } from './evaluate-slot.ts';
import { createFilterSources } from './filter/filter-sources.ts';
import { readNextSlot, recordMissedSlots } from './next-slot.ts';
import type { RunAutomationActivities } from './run-automation.contract.ts';
import { areRunChangesSettled, recordRunEnd, requestRunChanges } from './run-changes.ts';
import type { RunContext } from './run-context.ts';

export type RunAutomationDependencies = Omit<
  RunContext,
  'runs' | 'campaigns' | 'trailed' | 'changes' | 'filters' | 'now'
> & {
  readonly creations: FoldFollower<Creations>;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
};

const actorContext = workflowActor('run-automation');
const runsKept = 50;
const campaignsKept = 600;

/** Activities of `runAutomation`. */
export function createRunAutomationActivities(dependencies: RunAutomationDependencies): RunAutomationActivities {
  const { log, now = Date.now } = dependencies;
  const context: RunContext = {
    ...dependencies,
    now,
    changes: createChangeStreams(log).changes,
    filters: createFilterSources(log, dependencies.creations),
    runs: createStreamMemory(log, runDecider, { keep: runsKept, context: actorContext }),
    trailed: createStreamMemory(log, trailedCampaignDecider, { keep: campaignsKept, context: actorContext }),
    campaigns: createStreamMemory(log, ruleCampaignDecider, { keep: campaignsKept, context: actorContext }),
  };
  return {
    readNextSlot: (rule) => readNextSlot(context, rule),
    recordMissedSlots: (rule) => runActivity(() => recordMissedSlots(context, rule)),
    evaluateSlot: (run) => runActivity(() => evaluateSlot(context, run)),
    requestRaises: (run) => runActivity(() => requestRunChanges(context, run)),
    followRaises: async (run) => ({ settled: await areRunChangesSettled(context, run) }),
    recordRunEnd: (run) => runActivity(() => recordRunEnd(context, run)),
  };
}
