import { randomBytes } from 'node:crypto';
import { type CommandContext, handleCommand } from '@tapwise/adapters';
import {
  closeSession,
  DomainError,
  evolveDirectory,
  findApplication,
  findMembership,
  findSession,
  isSessionValid,
  type Membership,
  openSession,
  sessionDecider,
  sessionStream,
} from '@tapwise/domain';
import type { ApiDependencies } from '../dependencies.ts';

const lifetimeMs = 30 * 86_400_000;

/**
 * A signed-in person, with the team and what they may do there at this instant: looked up for each call. The token
 * itself is only kept for the answer that repeats it.
 */
export interface Session extends Membership {
  readonly token: string;
  readonly tokenHash: string;
}

/** Makes a token of 256 random bits; only its keyed hash is recorded. */
export async function startSession(
  deps: ApiDependencies,
  context: CommandContext,
  accountId: number,
): Promise<{ token: string; position: bigint }> {
  const token = newToken();
  const tokenHash = hashOf(deps, token);
  const opened = openedAt(deps, tokenHash, accountId);
  const { position } = await handleCommand(deps.log, {
    stream: sessionStream(tokenHash),
    decider: sessionDecider,
    cause: 'open',
    context,
    assume: 'new',
    decide: (state) =>
      // A repeated append after a lost answer finds its own session.
      state.status === 'open' ? [] : openSession(state, opened),
  });
  return { token, position };
}

/**
 * Signs an admin of an application's team in to a directory of its own, which nothing else reads and no log records.
 * @returns the token; `undefined` when there is no such application.
 */
export function signedInAsOf(deps: ApiDependencies, applicationId: number): string | undefined {
  const { state } = deps.directory;
  const application = findApplication(state, applicationId);
  const team = application && state.teams.get(application.team_id);
  const admin = team?.members.find(({ access }) => access === 'admin');
  if (admin === undefined) return undefined;
  const token = newToken();
  const event = { type: 'SessionOpened', data: openedAt(deps, hashOf(deps, token), admin.account_id) } as const;
  evolveDirectory(state, event, { position: state.position });
  return token;
}

/**
 * The session a token opens.
 * @throws DomainError `unauthorized` for any token that opens none; `unavailable` while the directory is being filled.
 */
export function requireSession(deps: ApiDependencies, token: string | undefined): Session {
  if (!deps.directory.ready()) throw new DomainError('unavailable', { details: { retry_after: 1 } });
  const session = token === undefined ? undefined : findLiveSession(deps, token);
  if (session === undefined) throw new DomainError('unauthorized');
  return session;
}

/** Who is signed in with a token by now; `undefined` when the session has ended or the person was removed. */
export function presentMembership(deps: ApiDependencies, tokenHash: string): Membership | undefined {
  const state = findSession(deps.directory.state, tokenHash);
  if (state === undefined || !isSessionValid(state, deps.now().getTime())) return undefined;
  const membership = findMembership(deps.directory.state, state.account_id);
  // A demo account of an earlier start stays shut while the demo is off.
  return membership?.account.demo && !deps.settings.demo ? undefined : membership;
}

/** Ends the session. @throws DomainError `unauthorized` when it has ended before. */
export async function endSession(deps: ApiDependencies, context: CommandContext, session: Session): Promise<bigint> {
  const { position } = await handleCommand(deps.log, {
    stream: sessionStream(session.tokenHash),
    decider: sessionDecider,
    cause: 'close',
    context,
    decide: (state) => closeSession(state, { reason: 'signed_out' }),
  });
  return position;
}

function findLiveSession(deps: ApiDependencies, token: string): Session | undefined {
  const tokenHash = hashOf(deps, token);
  const membership = presentMembership(deps, tokenHash);
  return membership && { token, tokenHash, ...membership };
}

const newToken = (): string => `tws_${randomBytes(32).toString('base64url')}`;

function openedAt(deps: ApiDependencies, token_hash: string, account_id: number) {
  const now = deps.now();
  const expires_at = new Date(now.getTime() + lifetimeMs).toISOString();
  return { token_hash, account_id, opened_at: now.toISOString(), expires_at };
}

const hashOf = (deps: ApiDependencies, token: string): string => deps.vault.keyedHash('session', token);
