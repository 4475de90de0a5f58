import { randomBytes } from 'node:crypto';
import { type CommandContext, handleCommand } from '@tapwise/adapters';
import {
  closeSession,
  DomainError,
  dayMs,
  evolveDirectory,
  findAccount,
  findApplication,
  findMembership,
  findSession,
  isSessionUnseen,
  isSessionValid,
  type Membership,
  mostSessions,
  type OpenSession,
  openSession,
  openSessionsOf,
  type SessionEnd,
  seeSession,
  sessionDecider,
  sessionStream,
} from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { longestWaitMs } from '../folds/catch-up.ts';
import { openSessionPosition } from './open-session-position.ts';
import type { SessionClient } from './session-client.ts';

/** A session that is used ends after this long all the same; unused, after 30 days. */
const lifetimeMs = 180 * dayMs;

/**
 * A signed-in person, with the team and what they may do there at this instant: looked up for each call. The token
 * itself is only kept for the answer that repeats it.
 */
export interface Session extends Membership {
  readonly token: string;
  readonly tokenHash: string;
}

/**
 * Makes a token of 256 random bits; only its keyed hash is recorded. Of more sessions than a person may have the oldest ends.
 * @param client The caller; absent where there is none.
 */
export async function startSession(
  deps: ApiDependencies,
  context: CommandContext,
  accountId: number,
  client?: SessionClient,
): Promise<{ token: string; position: bigint }> {
  const token = newToken();
  const tokenHash = hashOf(deps, token);
  const encrypted = client && (await deps.vault.encrypt(`account-${accountId}`, JSON.stringify(client)));
  const opened = { ...openedAt(deps, tokenHash, accountId), client: encrypted ?? null };
  await endOldest(deps, context, accountId);
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
  const data = { ...openedAt(deps, hashOf(deps, token), admin.account_id), client: null };
  const event = { type: 'SessionOpened', data } as const;
  evolveDirectory(state, event, { position: state.position });
  return token;
}

/**
 * The session a token opens, also when it was opened at another process just now.
 * @throws DomainError `unauthorized` for any token that opens none; `unavailable` while the directory is being filled, or when it
 * lacks a session that the log has.
 */
export async function requireSession(deps: ApiDependencies, token: string | undefined): Promise<Session> {
  if (!deps.directory.ready()) throw unavailable();
  const session = token === undefined ? undefined : await findValidSession(deps, token);
  if (session === undefined) throw new DomainError('unauthorized');
  noteSeen(deps, session);
  return session;
}

const beingNoted = new Set<string>();

/** Records once an hour that a session is used. It runs in the background: when it fails the next call tries again. */
function noteSeen(deps: ApiDependencies, { tokenHash, account }: Session): void {
  const state = findSession(deps.directory.state, tokenHash);
  const now = deps.now().getTime();
  if (state === undefined || !isSessionUnseen(state, now) || beingNoted.has(tokenHash)) return;
  beingNoted.add(tokenHash);
  handleCommand(deps.log, {
    stream: sessionStream(tokenHash),
    decider: sessionDecider,
    cause: `seen ${state.seen_at}`,
    context: { actor: { kind: 'account', id: String(account.account_id) } },
    decide: (current) => seeSession(current, now),
  })
    .then(({ position }) => deps.directory.reached(position))
    .catch((error: unknown) => deps.logger.warn({ err: error }, 'That a session is used could not be recorded'))
    .finally(() => beingNoted.delete(tokenHash));
}

/** Who is signed in with a token by now; `undefined` when the session has ended or the person was removed. */
export function presentMembership(deps: ApiDependencies, tokenHash: string): Membership | undefined {
  const state = findSession(deps.directory.state, tokenHash);
  if (state === undefined || !isSessionValid(state, deps.now().getTime())) return undefined;
  const membership = findMembership(deps.directory.state, state.account_id);
  // A demo account of an earlier start stays shut while the demo is off.
  return membership?.account.demo && !deps.settings.demo ? undefined : membership;
}

/** Ends a session. @returns commit position. @throws DomainError `unauthorized` for one that never was. */
export async function endSession(
  deps: Pick<ApiDependencies, 'log'>,
  context: CommandContext,
  tokenHash: string,
  reason: SessionEnd,
): Promise<bigint> {
  const { position } = await handleCommand(deps.log, {
    stream: sessionStream(tokenHash),
    decider: sessionDecider,
    cause: 'close',
    context,
    decide: (state) => closeSession(state, { reason }),
  });
  return position;
}

/** Sessions of an account that are valid now, the oldest first. */
export function validSessions(deps: ApiDependencies, accountId: number): OpenSession[] {
  const now = deps.now().getTime();
  return openSessionsOf(deps.directory.state, accountId)
    .filter((session) => isSessionValid(session, now))
    .sort((left, right) => left.opened_at.localeCompare(right.opened_at));
}

/** The demo's account is shared by all visitors, so it is not limited; its sessions are short. */
async function endOldest(deps: ApiDependencies, context: CommandContext, accountId: number): Promise<void> {
  if (findAccount(deps.directory.state, accountId)?.demo !== false) return;
  const sessions = validSessions(deps, accountId);
  for (const { token_hash } of sessions.slice(0, Math.max(0, sessions.length + 1 - mostSessions))) {
    await endSession(deps, context, token_hash, 'crowded');
  }
}

async function findValidSession(deps: ApiDependencies, token: string): Promise<Session | undefined> {
  if (!tokenForm.test(token)) return undefined;
  const tokenHash = hashOf(deps, token);
  if (findSession(deps.directory.state, tokenHash) === undefined) await awaitOpenSession(deps, tokenHash);
  const membership = presentMembership(deps, tokenHash);
  return membership && { token, tokenHash, ...membership };
}

/** Waits for the directory to have a session that is open in the log, and with it the account and its team. */
async function awaitOpenSession(deps: ApiDependencies, tokenHash: string): Promise<void> {
  const openedAt = await openSessionPosition(deps.log, tokenHash);
  if (openedAt === undefined) return;
  const there = await deps.directory.caughtUpWith(openedAt, longestWaitMs);
  // Not `unauthorized`: a page would sign its person out.
  if (!there) throw unavailable();
}

const unavailable = (): DomainError => new DomainError('unavailable', { details: { retry_after: 1 } });

/** What `newToken` makes; anything else opens nothing. */
const tokenForm = /^tws_[\w-]{43}$/;
const newToken = (): string => `tws_${randomBytes(32).toString('base64url')}`;

function openedAt(deps: ApiDependencies, token_hash: string, account_id: number) {
  const now = deps.now();
  const demo = findAccount(deps.directory.state, account_id)?.demo === true;
  const expires_at = new Date(now.getTime() + (demo ? dayMs : lifetimeMs)).toISOString();
  return { token_hash, account_id, opened_at: now.toISOString(), expires_at };
}

const hashOf = (deps: ApiDependencies, token: string): string => deps.vault.keyedHash('session', token);
