import type { EventLog } from '@tapwise/adapters';
import { automationStreamPrefixes, creationStreamPrefixes, customAutomationStreamPrefixes } from '@tapwise/domain';
import { createChangeSignal } from '../../../workflows/src/activity/change-signal.ts';
import { followAutomations, followCreations, followCustomRules } from '../../../workflows/src/facts/follow-folds.ts';

/** What a process knows of rules without asking, until the signal aborts. @param changed Notified when a rule or a run is another. */
export function followRuleFacts(log: EventLog, signal: AbortSignal, changed = createChangeSignal()) {
  const notify = (): void => changed.notify();
  return {
    changed,
    automations: followAutomations(log, notify, { streamPrefixes: automationStreamPrefixes, signal }),
    customRules: followCustomRules(log, notify, { streamPrefixes: customAutomationStreamPrefixes, signal }),
    creations: followCreations(log, { streamPrefixes: creationStreamPrefixes, signal }),
  };
}
