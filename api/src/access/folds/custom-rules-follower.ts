import type { EventLog, Logger, SnapshotStore } from '@tapwise/adapters';
import {
  type CustomAutomations,
  type CustomRunEvent,
  createCustomAutomations,
  customAutomationStreamPrefixes,
  evolveCustomAutomations,
  isCustomRunEvent,
} from '@tapwise/domain';
import { type ListenedFold, startListenedFold } from './listened-fold.ts';

/** All rules that people wrote and what their runs left behind, kept current by following the log; news are events of runs. */
export type CustomRulesFollower = ListenedFold<CustomAutomations, CustomRunEvent>;

export const startCustomRules = (log: EventLog, logger: Logger, snapshots?: SnapshotStore): CustomRulesFollower =>
  startListenedFold(
    {
      state: createCustomAutomations(),
      evolve: (all, { event, position }) => void evolveCustomAutomations(all, event, position),
      isNews: isCustomRunEvent,
      streamPrefixes: customAutomationStreamPrefixes,
      name: 'api-custom-automations',
      version: 'customAutomations',
      what: 'Rules that people wrote',
    },
    log,
    logger,
    snapshots,
  );
