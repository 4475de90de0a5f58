import { dayMs, hourMs } from '../../shared/calendar/days.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { LinkData } from './account.decider.ts';
import type { AccountEvent } from './account.events.ts';
import type { AccountState, OpenAccountState } from './account.state.ts';

const exportDays = 7;
const betweenExportsMs = hourMs;

/**
 * Wants a copy of what is kept about the person. While one is being made nothing more is to be done.
 * @throws DomainError `too_many_requests` within an hour after the last one was wanted.
 */
export function requestExport(state: AccountState, command: { request_id: string; at: string }): AccountEvent[] {
  const { account_id, export: last } = requireOpen(state);
  const { request_id, at } = command;
  if (last !== null && last.expires_at === null) return [];
  const waitMs = last === null ? 0 : Date.parse(last.requested_at) + betweenExportsMs - Date.parse(at);
  if (waitMs > 0) throw new DomainError('too_many_requests', { details: { retry_after: Math.ceil(waitMs / 1000) } });
  return [{ type: 'AccountExportRequested', data: { account_id, request_id, requested_at: at } }];
}

/** The copy is made. One that is not the newest, or is made already, changes nothing. @param bytes its size. */
export function finishExport(
  state: AccountState,
  { request_id, bytes, at }: { request_id: string; bytes: number; at: string },
): AccountEvent[] {
  const { account_id, export: last } = requireOpen(state);
  if (last?.request_id !== request_id || last.expires_at !== null) return [];
  const expires_at = new Date(Date.parse(at) + exportDays * dayMs).toISOString();
  return [{ type: 'AccountExportReady', data: { account_id, request_id, bytes, ready_at: at, expires_at } }];
}

/** Its file is gone. */
export function removeExport(
  state: AccountState,
  { account_id, request_id, at }: { account_id: number; request_id: string; at: string },
): AccountEvent[] {
  if (state.status === 'absent') return [];
  return [{ type: 'AccountExportRemoved', data: { account_id, request_id, removed_at: at } }];
}

/** Wants the account erased when the link expires. While it is to be erased as soon already nothing changes. */
export function scheduleDeletion(
  state: AccountState,
  command: LinkData & { closes_team: boolean; at: string },
): AccountEvent[] {
  const account = requireOpen(state);
  const { at: requested_at, ...link } = command;
  const open = isDeletionOpen(account) ? account.deletion : null;
  if (open !== null && Date.parse(open.expires_at) <= Date.parse(link.expires_at)) return [];
  return [{ type: 'AccountDeletionScheduled', data: { account_id: account.account_id, ...link, requested_at } }];
}

/**
 * The account stays: the mailed link was used, or it became the only admin of others. Doing it twice changes nothing.
 * @throws DomainError `link_invalid` for a link that is void, or when the account is gone.
 */
export function cancelDeletion(
  state: AccountState,
  command: { at: string } & ({ token_hash: string } | { reason: 'last_admin' }),
): AccountEvent[] {
  const { account_id, deletion, erased } = requireOpen(state);
  const isLink = 'token_hash' in command;
  if (erased || deletion === null || (isLink && deletion.token_hash !== command.token_hash)) {
    throw new DomainError('link_invalid');
  }
  if (deletion.used) return [];
  if (isLink && Date.parse(command.at) >= Date.parse(deletion.expires_at)) throw new DomainError('link_invalid');
  const reason = isLink ? 'kept' : command.reason;
  const { request_id } = deletion;
  return [{ type: 'AccountDeletionCancelled', data: { account_id, request_id, reason, cancelled_at: command.at } }];
}

/** The keys are destroyed. @param command.team_id The team that ended with the person, if one did. */
export function eraseSubject(
  state: AccountState,
  { team_id, at }: { team_id: number | null; at: string },
): AccountEvent[] {
  const { account_id, erased } = requireOpen(state);
  return erased ? [] : [{ type: 'SubjectErased', data: { account_id, team_id, erased_at: at } }];
}

/** Whether the account is to be erased, now or later. */
export const isDeletionOpen = ({ deletion, erased }: Pick<OpenAccountState, 'deletion' | 'erased'>): boolean =>
  !erased && deletion !== null && !deletion.used;

function requireOpen(state: AccountState): OpenAccountState {
  if (state.status === 'absent') throw new DomainError('conflict');
  return state;
}
