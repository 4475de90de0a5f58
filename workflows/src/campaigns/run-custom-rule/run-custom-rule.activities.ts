import { createStreamMemory, type FoldFollower } from '@tapwise/adapters';
import {
  type Creations,
  creationDecider,
  customRunDecider,
  labelsDecider,
  labelTrailsDecider,
  runDecider,
  trailedCampaignDecider,
} from '@tapwise/domain';
import { runActivity } from '../../activity/run-activity.ts';
import { workflowActor } from '../../streams/actor.ts';
import { createChangeStreams } from '../apply-change/change-log.ts';
import { createFilterSources } from '../run-automation/filter/filter-sources.ts';
import type { CustomRuleContext } from './custom-rule-context.ts';
import { areCustomChangesSettled, recordCustomRunEnd, requestCustomChanges } from './custom-run-changes.ts';
import { evaluateCustomSlot } from './evaluate-custom-slot.ts';
import { readNextCustomSlot, recordMissedCustomSlots } from './next-custom-slot.ts';
import type { RunCustomRuleActivities } from './run-custom-rule.contract.ts';

export type RunCustomRuleDependencies = Omit<
  CustomRuleContext,
  'runs' | 'raiseRuns' | 'campaigns' | 'changes' | 'labels' | 'labelTrails' | 'creationStates' | 'termDecisions' | 'now'
> & {
  readonly creations: FoldFollower<Creations>;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
};

const actorContext = workflowActor('run-automation');
const runsKept = 20;
const campaignsKept = 600;
const applicationsKept = 20;
const creationsKept = 20;

/** Activities of `runCustomRule`. */
export function createRunCustomRuleActivities(dependencies: RunCustomRuleDependencies): RunCustomRuleActivities {
  const { log, creations, now = Date.now } = dependencies;
  const context: CustomRuleContext = {
    ...dependencies,
    now,
    changes: createChangeStreams(log).changes,
    runs: createStreamMemory(log, customRunDecider, { keep: runsKept, context: actorContext }),
    raiseRuns: createStreamMemory(log, runDecider, { keep: runsKept, context: actorContext }),
    campaigns: createStreamMemory(log, trailedCampaignDecider, { keep: campaignsKept, context: actorContext }),
    labels: createStreamMemory(log, labelsDecider, { keep: applicationsKept, context: actorContext }),
    creationStates: createStreamMemory(log, creationDecider, { keep: creationsKept, context: actorContext }),
    termDecisions: createFilterSources(log, creations).decisions,
    labelTrails: createStreamMemory(log, labelTrailsDecider, { keep: applicationsKept, context: actorContext }),
  };
  return {
    readNextCustomSlot: (rule) => readNextCustomSlot(context, rule),
    recordMissedCustomSlots: (rule) => runActivity(() => recordMissedCustomSlots(context, rule)),
    evaluateCustomSlot: (run) => runActivity(() => evaluateCustomSlot(context, run)),
    requestCustomChanges: (run) => runActivity(() => requestCustomChanges(context, run)),
    followCustomChanges: async (run) => ({ settled: await areCustomChangesSettled(context, run) }),
    recordCustomRunEnd: (run) => runActivity(() => recordCustomRunEnd(context, run)),
  };
}
