import type { EventLog, Logger, SnapshotStore } from '@tapwise/adapters';
import { type Alerts, alertStreamPrefixes, createAlerts, type DomainEvent, evolveAlerts } from '@tapwise/domain';
import { type ListenedFold, startListenedFold } from './listened-fold.ts';

/** All alerts with their incidents, channels and messages, kept current by following the log; every event is news. */
export type AlertsFollower = ListenedFold<Alerts, DomainEvent>;

export const startAlerts = (log: EventLog, logger: Logger, snapshots?: SnapshotStore): AlertsFollower =>
  startListenedFold(
    {
      state: createAlerts(),
      evolve: (all, { event, position }) => void evolveAlerts(all, event, position),
      isNews: (event): event is DomainEvent => event !== undefined,
      streamPrefixes: alertStreamPrefixes,
      name: 'api-alerts',
      version: 'alerts',
      what: 'Alerts',
    },
    log,
    logger,
    snapshots,
  );
