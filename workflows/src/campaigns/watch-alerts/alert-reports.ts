import type { RecordedEvent } from '@tapwise/adapters';
import { type ChangeSignal, createChangeSignal } from '../../activity/change-signal.ts';

/** What came that alerts are about, or that changed alerts themselves. */
export interface AlertReports {
  readonly changed: ChangeSignal;
  /** Anything about alerts was recorded, so that something may be due to a channel. */
  readonly messagesMayBeDue: ChangeSignal;
  /** By application, the position of the newest such event since the start of this process. */
  readonly positions: ReadonlyMap<number, bigint>;
  readonly apply: (recorded: Pick<RecordedEvent, 'event' | 'position'>) => void;
}

const reportingTypes: ReadonlySet<string> = new Set([
  'AdOrganizationAccessLost',
  'AdOrganizationLinked',
  'AdOrganizationSeenAgain',
  'AlertChanged',
  'AlertCreated',
  'AutomationRunEnded',
  'AutomationRunLeftOut',
  'CustomRuleRunEnded',
  'CustomRuleRunLeftOut',
  'CustomRuleRunRequested',
  'FailureBegan',
  'FailureChanged',
  'FailureEnded',
  'StoreAccessChecked',
]);

export function createAlertReports(): AlertReports {
  const changed = createChangeSignal();
  const positions = new Map<number, bigint>();
  return {
    changed,
    messagesMayBeDue: createChangeSignal(),
    positions,
    apply: ({ event: { type, data }, position }) => {
      if (!reportingTypes.has(type) || !('application_id' in data) || typeof data.application_id !== 'number') return;
      positions.set(data.application_id, position);
      changed.notify();
    },
  };
}
