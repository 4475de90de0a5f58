import { randomBytes, randomUUID } from 'node:crypto';
import { type EventLog, type Files, handleCommand } from '@tapwise/adapters';
import {
  type AccountEvent,
  type AccountState,
  accountDecider,
  accountStream,
  departureOf,
  fold,
  scheduleDeletion,
  type TeamEvent,
  teamDecider,
  teamStream,
} from '@tapwise/domain';

/**
 * Has the accounts erased whose keys were destroyed after the backup was made: the restored log does not know it yet. Their deletion is due at
 * once, so the product takes them out of their teams as it does with any deletion.
 * @returns how many there are.
 */
export async function eraseAgain(
  log: EventLog,
  { files, accountIds, now }: { files: Files; accountIds: readonly number[]; now: Date },
): Promise<number> {
  const keys = new Set(await files.list('keys/'));
  let count = 0;
  for (const accountId of accountIds.filter((id) => !keys.has(`keys/account-${id}.key`)))
    if (await scheduleErasure(log, accountId, now.toISOString())) count += 1;
  return count;
}

/** @returns false for an account whose erasure the log has already. */
async function scheduleErasure(log: EventLog, accountId: number, at: string): Promise<boolean> {
  const link = { request_id: randomUUID(), token_hash: randomBytes(32).toString('hex'), expires_at: at };
  const { events } = await handleCommand<AccountState, AccountEvent>(log, {
    stream: accountStream(accountId),
    decider: accountDecider,
    cause: 'erased before the log was restored',
    context: { actor: { kind: 'operator', id: 'restore-command' } },
    decide: async (state) => {
      if (state.status === 'absent' || state.erased) return [];
      const recorded = await log.readStream(teamStream(state.team_id));
      const team = fold(
        teamDecider,
        recorded.map(({ event }) => event as TeamEvent),
      );
      return scheduleDeletion(state, { ...link, closes_team: departureOf(team, accountId) === 'closes_team', at });
    },
  });
  return events.length > 0;
}
