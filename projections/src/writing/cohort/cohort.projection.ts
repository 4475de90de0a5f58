import type { ClickHouseClient } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import type { BatchProjection, ProjectionFill } from '../runner/projection.ts';
import { nothingNew } from './batch-facts.ts';
import { projectCohort } from './cohort-batch.ts';
import { readTransactionPage, type SubjectKey } from './cohort-lookups.queries.ts';
import { InstallIndex } from './install-link.ts';
import { installEventTypes } from './install-state.ts';
import { recomputeSubscriptions } from './recompute-subscriptions.ts';

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
