import type { StoreNotification } from '@tapwise/domain';
import type { BatchFacts } from './batch-facts.ts';
import { unknownLaunch } from './cohort-places.ts';
import { type InstallIndex, spellingsOf } from './install-link.ts';
import { SubjectSet } from './subject-set.ts';
import type { SubscriptionHistory } from './subscription-rows.ts';

/** Account tokens in a notification. */
const tokensOf = ({ transactions }: Pick<StoreNotification, 'transactions'>): string[] =>
  transactions.flatMap(({ app_account_token }) => app_account_token ?? []);

/** Ids that account tokens and links name, each once. */
export const candidatesOf = ({
  notifications,
  links,
}: Pick<SubscriptionHistory, 'notifications' | 'links'>): string[] => [
  ...new Set([...notifications.flatMap(tokensOf), ...links.map((link) => link.install_id)]),
];

/** Says of the original transactions of a batch where their rows may lie from earlier on. */
export function createFormerLaunches(
  batch: BatchFacts,
): (facts: SubscriptionHistory, installs: InstallIndex) => string[] {
  const linked = new SubjectSet();
  for (const row of batch.links) linked.add(subjectOf(row));
  const fresh = new Set(batch.notifications.map(({ log_position }) => log_position));
  const mayMove = (facts: SubscriptionHistory): boolean => {
    if (linked.has(facts.subject)) return true;
    if (candidatesOf(facts).some((id) => isNewInstall(batch, facts.subject.application_id, id))) return true;
    return fresh.size > 0 && namesAnother(facts, fresh);
  };
  return (facts, installs) =>
    batch.complete.has(facts.subject) || !mayMove(facts) ? [] : possibleLaunches(facts, installs);
}

/** Whether an install that an id may mean begins in the batch. */
export const isNewInstall = ({ newInstalls }: BatchFacts, application_id: number, id: string): boolean =>
  spellingsOf(id).some((spelling) => newInstalls.has({ application_id, id: spelling }));

const subjectOf = (row: { application_id: number; original_transaction_id: string }) => ({
  application_id: row.application_id,
  id: row.original_transaction_id,
});

/**
 * Whether the batch brings an account token that was not known of the transaction. What it brings may be in the tables already,
 * when the batch is written again, hence by positions.
 */
function namesAnother({ notifications, positions }: SubscriptionHistory, fresh: ReadonlySet<bigint>): boolean {
  const before = new Set<string>();
  const brought: string[] = [];
  for (const [index, notification] of notifications.entries()) {
    const isFresh = fresh.has(positions[index] ?? -1n);
    for (const token of tokensOf(notification)) {
      if (isFresh) brought.push(token);
      else before.add(token);
    }
  }
  return brought.some((token) => !before.has(token));
}

/** First launches of all installs that were ever named, and the place of rows without one. */
function possibleLaunches(facts: SubscriptionHistory, installs: InstallIndex): string[] {
  const { application_id } = facts.subject;
  const launches = candidatesOf(facts).flatMap((id) =>
    spellingsOf(id).flatMap((spelling) => installs.get(application_id, spelling)?.first_launch_at ?? []),
  );
  return [...new Set([unknownLaunch, ...launches])];
}
