import type { ClickHouseClient } from '@tapwise/adapters';
import type { StoreNotification, TransactionLink } from '@tapwise/domain';
import type { TableRow } from '../../tables/table-catalogue.ts';
import type { BatchFacts } from './batch-facts.ts';
import {
  type LandedLink,
  type LandedNotification,
  readInstalls,
  readLinks,
  readNotifications,
  type SubjectKey,
} from './cohort-lookups.queries.ts';
import { candidatesOf, createFormerLaunches, isNewInstall } from './former-places.ts';
import { InstallIndex } from './install-link.ts';
import { keyOf, SubjectSet } from './subject-set.ts';
import { type SubscriptionHistory, subscriptionRows } from './subscription-rows.ts';

export interface Recomputed {
  readonly rows: readonly TableRow[];
  /** Original transactions whose notifications could not be interpreted. */
  readonly failures: readonly { subject: SubjectKey; reason: string }[];
}

/**
 * Rebuilds the rows of original transactions from all that the tables and the batch know about them, so that it does not
 * matter what arrived first, or how often.
 * @throws the engine's error.
 */
export async function recomputeSubscriptions(
  client: ClickHouseClient,
  subjects: readonly SubjectKey[],
  batch: BatchFacts,
): Promise<Recomputed> {
  const stored = subjects.filter((subject) => !batch.complete.has(subject));
  const [notifications, links] = await Promise.all([readNotifications(client, stored), readLinks(client, stored)]);
  const facts = gatherHistories(subjects, [...notifications, ...batch.notifications], [...links, ...batch.links]);
  const installs = await withCandidates(client, facts, batch);
  const formerLaunches = createFormerLaunches(batch);
  const rows: TableRow[] = [];
  const failures: { subject: SubjectKey; reason: string }[] = [];
  for (const fact of facts) {
    try {
      rows.push(...subscriptionRows(fact, installs, formerLaunches(fact, installs)));
    } catch (error) {
      failures.push({ subject: fact.subject, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { rows, failures };
}

function gatherHistories(
  subjects: readonly SubjectKey[],
  notifications: readonly LandedNotification[],
  links: readonly LandedLink[],
): SubscriptionHistory[] {
  const notificationsOf = bySubject(notifications);
  const linksOf = bySubject(links);
  return subjects.map((subject) => {
    const received = notificationsOf.get(keyOf(subject)) ?? [];
    const linked = linksOf.get(keyOf(subject)) ?? [];
    const newest = [...received, ...linked].reduce((best, row) => (row.log_position > best.log_position ? row : best), {
      log_position: 0n,
      recorded_at: new Date(0).toISOString(),
    });
    return {
      subject,
      notifications: received.map(({ notification }) => JSON.parse(notification) as StoreNotification),
      positions: received.map(({ log_position }) => log_position),
      links: linked.map(({ link }) => JSON.parse(link) as TransactionLink),
      position: newest.log_position,
      recordedAt: newest.recorded_at,
    };
  });
}

function bySubject<Row extends { application_id: number; original_transaction_id: string }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  const grouped = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf({ application_id: row.application_id, id: row.original_transaction_id });
    const existing = grouped.get(key);
    if (existing) existing.push(row);
    else grouped.set(key, [row]);
  }
  return grouped;
}

// Account tokens and links name installs; those the batch does not hold are read.
async function withCandidates(
  client: ClickHouseClient,
  facts: readonly SubscriptionHistory[],
  batch: BatchFacts,
): Promise<InstallIndex> {
  const fresh = batch.installs;
  const wanted = new SubjectSet();
  for (const fact of facts) {
    const { application_id } = fact.subject;
    for (const id of candidatesOf(fact)) {
      // Until now it may have meant an install of another spelling.
      const mayMeanAnother = isNewInstall(batch, application_id, id);
      if (mayMeanAnother || fresh.find(application_id, id) === undefined) wanted.add({ application_id, id });
    }
  }
  const installs = new InstallIndex(await readInstalls(client, wanted.list()));
  for (const row of fresh.list()) installs.set(row);
  return installs;
}
