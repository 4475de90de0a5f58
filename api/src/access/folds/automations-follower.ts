import type { EventLog, Logger, SnapshotStore } from '@tapwise/adapters';
import {
  type AutomationRunEvent,
  type Automations,
  automationStreamPrefixes,
  createAutomations,
  evolveAutomations,
  isRunEvent,
} from '@tapwise/domain';
import { type ListenedFold, startListenedFold } from './listened-fold.ts';

/** All rules and what they remember, kept current by following the log; news are events of runs. */
export type AutomationsFollower = ListenedFold<Automations, AutomationRunEvent>;

export const startAutomations = (log: EventLog, logger: Logger, snapshots?: SnapshotStore): AutomationsFollower =>
  startListenedFold(
    {
      state: createAutomations(),
      evolve: (all, { event, position }) => void evolveAutomations(all, event, position),
      isNews: isRunEvent,
      streamPrefixes: automationStreamPrefixes,
      name: 'api-automations',
      version: 'automations',
      what: 'Rules',
    },
    log,
    logger,
    snapshots,
  );
