import type { ClickHouseClient, RecordedEvent } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import type { BatchProjection, ProjectedEvents, ProjectionFill } from '../runner/projection.ts';
import { nothingNew } from './batch-facts.ts';
import {
  type InstallRecorded,
  isInstallEvent,
  isLink,
  isNotification,
  landedLink,
  landedNotification,
  linkRows,
  notificationRows,
} from './cohort-events.ts';
import {
  readInstalls,
  readTransactionPage,
  readTransactionsOfInstalls,
  type SubjectKey,
} from './cohort-lookups.queries.ts';
import { installRows } from './cohort-places.ts';
import { InstallIndex } from './install-link.ts';
import { foldInstall, type InstallRow, installEventTypes } from './install-state.ts';
import { recomputeSubscriptions } from './recompute-subscriptions.ts';
import { keyOf, SubjectSet } from './subject-set.ts';

/** Installs and what their users bought → installs, subscriptions, their lines and charges, each whole from all that is known. */
export const cohortProjection = {
  name: 'cohort',
  version: 2,
  eventTypes: [...installEventTypes, 'StoreNotificationReceived', 'TransactionLinked'],
  rowsIn,
  projectBatch: (client, events) => projectCohort(client, events),
  startFill,
} satisfies BatchProjection;

// Beside the transaction itself: the notification, the subscription, the install, and one line and charge for each renewal;
// subscriptions, installs and charges twice, because they also lie in the order of reports.
function rowsIn(event: DomainEvent): number {
  if (event.type === 'StoreNotificationReceived') return 6 + 4 * event.data.transactions.length;
  return event.type === 'TransactionLinked' ? 6 : 2;
}

const transactionsPerPage = 2000;

function startFill(): Required<ProjectionFill> {
  const undecided = new InstallIndex();
  return {
    project: (client, events) => projectCohort(client, events, undecided),
    finish: (client) => interpretAll(client),
  };
}

async function* interpretAll(client: ClickHouseClient): ReturnType<Required<ProjectionFill>['finish']> {
  for (let after: SubjectKey | undefined; ; ) {
    const page = await readTransactionPage(client, after, transactionsPerPage);
    const { rows, failures } = await recomputeSubscriptions(client, page, nothingNew);
    yield {
      name: `${page[0]?.application_id}:${page[0]?.id}`,
      rows,
      failures: failures.map(({ subject, reason }) => `${subject.id} cannot be interpreted: ${reason}`),
    };
    after = page.at(-1);
    if (page.length < transactionsPerPage) return;
  }
}

/**
 * Rows of installs, and of what their users bought. A subscription's row depends on all its notifications, its link and its
 * install's attribution, in whatever order these arrive, so each one that is touched is rebuilt from all of them.
 * @param undecided In a fill: the installs it has seen that wait for their attribution, so that they need not be read back. What
 *   was received is written only; each original transaction is interpreted once, at the end.
 * @throws the engine's error when something must be looked up.
 */
export async function projectCohort(
  client: ClickHouseClient,
  events: readonly RecordedEvent[],
  undecided?: InstallIndex,
): Promise<ProjectedEvents> {
  const installEvents = events.filter(isInstallEvent);
  const notifications = events.filter(isNotification);
  const links = events.filter(isLink);
  if (installEvents.length + notifications.length + links.length === 0) return { rows: [], parked: [] };

  const remembered = undecided ?? new InstallIndex();
  const wanted = installsToReadFirst(installEvents).filter(
    ({ application_id, id }) => !remembered.get(application_id, id),
  );
  const folded = foldInstalls([...remembered.list(), ...(await readInstalls(client, wanted))], installEvents);
  const ofInstalls = folded.installs.list().flatMap(installRows);
  const landed = [...notifications.flatMap(notificationRows), ...links.flatMap(linkRows)];
  if (undecided !== undefined) {
    for (const row of folded.installs.list()) undecided.keepWhile(row, row.state === 'pending');
    return { rows: [...ofInstalls, ...landed], parked: folded.parked };
  }

  const touched = await touchedTransactions(client, folded.installs, [...notifications, ...links]);
  const recomputed = await recomputeSubscriptions(client, touched.all, {
    installs: folded.installs,
    notifications: notifications.map(landedNotification),
    links: links.map(landedLink),
    complete: touched.complete,
    newInstalls: installsThatBegin(installEvents),
  });
  const failed = new Map(recomputed.failures.map(({ subject, reason }) => [keyOf(subject), reason]));
  const parked = [...notifications, ...links].flatMap((recorded) => {
    const reason = failed.get(keyOf(subjectOf(recorded)));
    return reason === undefined ? [] : [{ recorded, reason }];
  });
  return { rows: [...ofInstalls, ...landed, ...recomputed.rows], parked: [...folded.parked, ...parked] };
}

// The first event of a stream has nothing before it.
function installsToReadFirst(events: readonly RecordedEvent[]): SubjectKey[] {
  const fresh = new SubjectSet();
  const wanted = new SubjectSet();
  for (const recorded of events) {
    if (!isInstallEvent(recorded)) continue;
    const subject = { application_id: recorded.event.data.application_id, id: recorded.event.data.install_id };
    if (recorded.revision === 0n) fresh.add(subject);
    else if (!fresh.has(subject)) wanted.add(subject);
  }
  return wanted.list();
}

function installsThatBegin(events: readonly InstallRecorded[]): SubjectSet {
  const begun = new SubjectSet();
  for (const { event, revision } of events) {
    // By its place in the stream, not by what the tables hold, which may be this batch already.
    if (revision !== 0n && event.type !== 'InstallReported' && event.type !== 'TestInstallReported') continue;
    begun.add({ application_id: event.data.application_id, id: event.data.install_id });
  }
  return begun;
}

async function touchedTransactions(
  client: ClickHouseClient,
  installs: InstallIndex,
  events: readonly RecordedEvent[],
): Promise<{ all: SubjectKey[]; complete: SubjectSet }> {
  const all = new SubjectSet();
  const complete = new SubjectSet();
  for (const recorded of events) {
    const subject = subjectOf(recorded);
    all.add(subject);
    if (recorded.revision === 0n) complete.add(subject);
  }
  const keys = installs.list().map(({ application_id, install_id }) => ({ application_id, id: install_id }));
  for (const subject of await readTransactionsOfInstalls(client, keys)) all.add(subject);
  return { all: all.list(), complete };
}

function subjectOf({ event }: RecordedEvent): SubjectKey {
  if (event.type !== 'StoreNotificationReceived' && event.type !== 'TransactionLinked') {
    throw new RangeError(`${event.type} has no original transaction`);
  }
  return { application_id: event.data.application_id, id: event.data.original_transaction_id };
}

/**
 * Folds a batch's events into the installs they are about.
 * @param existing Rows of the installs that existed before.
 * @returns The touched installs, and events that decide an install that was not reported.
 */
export function foldInstalls(
  existing: readonly InstallRow[],
  events: readonly InstallRecorded[],
): { installs: InstallIndex; parked: { recorded: RecordedEvent; reason: string }[] } {
  const before = new InstallIndex(existing);
  const installs = new InstallIndex();
  const parked: { recorded: RecordedEvent; reason: string }[] = [];
  for (const recorded of events) {
    const { application_id, install_id } = recorded.event.data;
    const current = installs.get(application_id, install_id) ?? before.get(application_id, install_id);
    const row = foldInstall(current, recorded);
    if (row === undefined) parked.push({ recorded, reason: 'The install was never reported' });
    else installs.set(row);
  }
  return { installs, parked };
}
