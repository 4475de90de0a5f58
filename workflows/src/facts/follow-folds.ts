import {
  type EventLog,
  type FoldFollower,
  type FoldFollowerOptions,
  type RecordedEvent,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type Alerts,
  type Automations,
  beginAfter,
  bringsDelivery,
  type Creations,
  type CustomAutomations,
  createAlerts,
  createAutomations,
  createCustomAutomations,
  createDeliveryWork,
  createDirectory,
  createRateBook,
  createReportSchedules,
  type DeliveryWork,
  type Directory,
  evolveAlerts,
  evolveAutomations,
  evolveCreations,
  evolveCustomAutomations,
  evolveDeliveryWork,
  evolveDirectory,
  evolveRateBook,
  evolveReportSchedules,
  type RateBook,
  type ReportSchedules,
} from '@tapwise/domain';
import type { AlertReports } from '../campaigns/watch-alerts/alert-reports.ts';
import { followerPosition } from '../start/checkpoint.ts';
import { settledDeliveries } from '../users/resume-deliveries/settled-deliveries.ts';

export const followDirectory = (
  log: EventLog,
  changed: (recorded: RecordedEvent) => void,
  how: Omit<FoldFollowerOptions<Directory>, 'state' | 'evolve'>,
): FoldFollower<Directory> =>
  startFoldFollower(log, {
    ...how,
    state: createDirectory(),
    evolve: (state, recorded) => {
      evolveDirectory(state, recorded.event, recorded);
      changed(recorded);
    },
  });

export const followCreations = (
  log: EventLog,
  how: Omit<FoldFollowerOptions<Creations>, 'state' | 'evolve'>,
): FoldFollower<Creations> =>
  startFoldFollower<Creations>(log, {
    ...how,
    state: new Map(),
    evolve: (state, { event }) => void evolveCreations(state, event),
  });

export function followDeliveries(
  log: EventLog,
  arrived: (endpointId: string) => void,
  how: Omit<FoldFollowerOptions<DeliveryWork>, 'state' | 'evolve'>,
): FoldFollower<DeliveryWork> {
  const work = createDeliveryWork();
  return startFoldFollower<DeliveryWork>(log, {
    ...how,
    state: work,
    begin: async () => {
      const settled = await followerPosition(log, settledDeliveries);
      if (settled !== undefined) beginAfter(work, settled);
      return settled;
    },
    evolve: (state, recorded) => {
      const { event } = recorded;
      evolveDeliveryWork(state, event, recorded);
      if (bringsDelivery(event) && 'endpoint_id' in event.data) arrived(event.data.endpoint_id);
    },
  });
}

export function followAutomations(
  log: EventLog,
  changed: (recorded: RecordedEvent) => void,
  how: Omit<FoldFollowerOptions<Automations>, 'state' | 'evolve'>,
): FoldFollower<Automations> {
  return startFoldFollower<Automations>(log, {
    ...how,
    state: createAutomations(),
    evolve: (state, recorded) => {
      evolveAutomations(state, recorded.event, recorded.position);
      changed(recorded);
    },
  });
}

export const followCustomRules = (
  log: EventLog,
  changed: (recorded: RecordedEvent) => void,
  how: Omit<FoldFollowerOptions<CustomAutomations>, 'state' | 'evolve'>,
): FoldFollower<CustomAutomations> =>
  startFoldFollower<CustomAutomations>(log, {
    ...how,
    state: createCustomAutomations(),
    evolve: (state, recorded) => {
      evolveCustomAutomations(state, recorded.event, recorded.position);
      changed(recorded);
    },
  });

export const followAlerts = (
  log: EventLog,
  reports: AlertReports,
  how: Omit<FoldFollowerOptions<Alerts>, 'state' | 'evolve'>,
): FoldFollower<Alerts> =>
  startFoldFollower<Alerts>(log, {
    ...how,
    state: createAlerts(),
    evolve: (state, recorded) => {
      evolveAlerts(state, recorded.event, recorded.position);
      reports.apply(recorded);
      reports.messagesMayBeDue.notify();
    },
  });

export function followRates(
  log: EventLog,
  decided: (position: bigint) => void,
  how: Omit<FoldFollowerOptions<RateBook>, 'state' | 'evolve'>,
): FoldFollower<RateBook> {
  return startFoldFollower<RateBook>(log, {
    ...how,
    state: createRateBook(),
    evolve: (book, { event, position }) => {
      evolveRateBook(book, event);
      if (event.type === 'ExchangeRateAccepted' || event.type === 'ExchangeRateRefused') decided(position);
    },
  });
}

export function followReportSchedules(
  log: EventLog,
  changed: () => void,
  how: Omit<FoldFollowerOptions<ReportSchedules>, 'state' | 'evolve'>,
): FoldFollower<ReportSchedules> {
  return startFoldFollower<ReportSchedules>(log, {
    ...how,
    state: createReportSchedules(),
    evolve: (state, { event, position }) => {
      evolveReportSchedules(state, event, position);
      if (event.type.startsWith('ReportSchedule')) changed();
    },
  });
}
