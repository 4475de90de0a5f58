import { handleCommand, linkTokenHash } from '@tapwise/adapters';
import { newPasswordBodySchema, okSchema, passwordResetBodySchema, sessionResponseSchema } from '@tapwise/contract';
import {
  changePassword,
  checkEmail,
  DomainError,
  findAccountIdByEmailHash,
  findMembership,
  findReset,
  type Membership,
  passwordResetDecider,
  passwordResetStream,
  requestPasswordReset,
} from '@tapwise/domain';
import { accountContext, apiContext } from '../../../access/actor-context.ts';
import { newLink } from '../../../access/sign-in/mailed-link.ts';
import { acceptablePassword } from '../../../access/sign-in/password-rules.ts';
import { clientOf } from '../../../access/sign-in/session-client.ts';
import { startSession } from '../../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionResponse } from '../../session-response.ts';
import { emailHashOf, type PasswordGuard } from '../../verify-password.ts';
import { changeOwnAccount } from '../profile/change-own-account.ts';

const hourSeconds = 3600;
const resetsPerCaller = 10;
const passwordsPerMinute = 60;

/** Calls of people who do not know their password. */
export function resetPasswordRoutes(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  passwordResetRoute(app, deps);
  newPasswordRoute(app, deps, guard);
}

/**
 * `POST /api/account/password_reset`. Known and unknown addresses are recorded alike and not looked up here, so neither the answer nor
 * its time reveals who has an account: who writes the mail finds out.
 */
function passwordResetRoute(app: ApiServer, deps: ApiDependencies): void {
  const limit = app.callLimits.windowed('reset', resetsPerCaller, hourSeconds);
  app.post(
    '/api/account/password_reset',
    { schema: { body: passwordResetBodySchema, response: { 200: okSchema } }, config: { right: 'public' } },
    async (request, reply) => {
      const email_hash = emailHashOf(deps, checkEmail(request.body.email).emailKey);
      await limit(request.clientAddress);
      const link = newLink(deps, 'reset');
      const { position } = await handleCommand(deps.log, {
        stream: passwordResetStream(email_hash),
        decider: passwordResetDecider,
        cause: link.request_id,
        context: apiContext(request),
        decide: (state) => requestPasswordReset(state, { email_hash, ...link, requested_at: deps.now().toISOString() }),
      });
      await deps.directory.reached(position);
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}

/** `POST /api/account/password`: sets a password by the link of a mail, ends all sessions and signs in. */
function newPasswordRoute(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  const limit = app.callLimits.windowed('new password', passwordsPerMinute, 60);
  app.post(
    '/api/account/password',
    { schema: { body: newPasswordBodySchema, response: { 200: sessionResponseSchema } }, config: { right: 'public' } },
    async (request, reply) => {
      await limit(request.clientAddress);
      const { reset_token, password: newPassword } = request.body;
      const { membership, reset_id } = findResettable(deps, reset_token);
      const { account, team } = membership;
      const personalWords = await Promise.all(
        [account.name, account.email, team.name].map((cipher) => deps.vault.decrypt(cipher)),
      );
      const password = acceptablePassword(
        newPassword ?? '',
        personalWords.filter((word) => word !== undefined),
      );
      const password_hash = await guard.hasher.hash(password);
      const context = accountContext(request, account.account_id);
      const changed_at = deps.now().toISOString();
      const command = { password_hash, reset_id, kept_session: null, notice: newLink(deps, 'notice'), changed_at };
      await changeOwnAccount(deps, context, account.account_id, (state) => changePassword(state, command));
      const { token, position } = await startSession(deps, context, account.account_id, clientOf(request));
      await deps.directory.reached(position);
      holdsUpTo(reply, position);
      return sessionResponse(deps, account.account_id, token);
    },
  );
}

/** Whose password a link may set. @throws DomainError `link_invalid` when it is unknown, used, void or expired. */
function findResettable(deps: ApiDependencies, token: string): { membership: Membership; reset_id: string } {
  const { state } = deps.directory;
  if (!deps.directory.ready()) throw new DomainError('unavailable', { details: { retry_after: 1 } });
  const reset = findReset(state, linkTokenHash(deps.vault, 'reset', token));
  const accountId = reset && findAccountIdByEmailHash(state, reset.email_hash);
  const membership = accountId === undefined ? undefined : findMembership(state, accountId);
  const isValid = reset !== undefined && deps.now().getTime() < Date.parse(reset.expires_at);
  if (!isValid || membership === undefined || membership.account.demo) throw new DomainError('link_invalid');
  return { membership, reset_id: reset.request_id };
}
