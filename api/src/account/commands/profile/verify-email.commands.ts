import { handleCommand, linkTokenHash } from '@tapwise/adapters';
import {
  changeEmailBodySchema,
  okSchema,
  tokenBodySchema,
  verifyBodySchema,
  verifyResponseSchema,
} from '@tapwise/contract';
import {
  abandonedAccountId,
  changeEmail,
  checkEmail,
  DomainError,
  emailReservationDecider,
  emailReservationStream,
  findAccountByLink,
  findAccountIdByEmailHash,
  type OpenAccount,
  releaseEmail,
  requestEmailChange,
  requestVerification,
  verifyEmail,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { accountContext, personContext } from '../../../access/actor-context.ts';
import { newLink } from '../../../access/sign-in/mailed-link.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { emailHashOf, type PasswordGuard, requireOwnPassword } from '../../verify-password.ts';
import { reserveAddress } from '../open-account.ts';
import { changeOwnAccount } from './change-own-account.ts';

/** Links are 256 bits; the limit only keeps guessing from costing anything. */
const verifyCalls = { calls: 60, seconds: 60 };

/** Calls that prove an address, and change it. */
export function verifyEmailRoutes(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  verificationRoute(app, deps);
  verifyRoute(app, deps);
  changeEmailRoute(app, deps, guard);
}

/** `POST /api/account/verification`: mails the link again. */
function verificationRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/account/verification',
    { schema: { body: tokenBodySchema.nullish(), response: { 200: okSchema } }, config: { right: 'own_account' } },
    async (request, reply) => {
      const { account } = sessionOf(request);
      const link = newLink(deps, 'verify');
      const at = deps.now().toISOString();
      const position = await changeOwnAccount(deps, personContext(request), account.account_id, (state) =>
        requestVerification(state, link, at),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}

/** `POST /api/account/verify`: the link of a mail was used, for the present address or for a new one. */
function verifyRoute(app: ApiServer, deps: ApiDependencies): void {
  const limit = app.callLimits.windowed('verify', verifyCalls.calls, verifyCalls.seconds);
  app.post(
    '/api/account/verify',
    { schema: { body: verifyBodySchema, response: { 200: verifyResponseSchema } }, config: { right: 'public' } },
    async (request, reply) => {
      if (!deps.directory.ready()) throw new DomainError('unavailable', { details: { retry_after: 1 } });
      await limit(request.clientAddress);
      const { verification_token } = request.body;
      const [verifyHash, changeHash] = (['verify', 'email'] as const).map((purpose) =>
        linkTokenHash(deps.vault, purpose, verification_token),
      ) as [string, string];
      const verified = findAccountByLink(deps.directory.state, verifyHash);
      const changed = findAccountByLink(deps.directory.state, changeHash);
      const account = verified ?? changed;
      if (account === undefined) throw new DomainError('link_invalid');
      const at = deps.now().toISOString();
      const position =
        verified === undefined
          ? await confirmChange(deps, request, account, { token_hash: changeHash, at })
          : await changeOwnAccount(deps, accountContext(request, account.account_id), account.account_id, (state) =>
              verifyEmail(state, { token_hash: verifyHash, at }),
            );
      holdsUpTo(reply, position);
      const cipher = findAccountByLink(deps.directory.state, verified === undefined ? changeHash : verifyHash)?.email;
      return { status: 'ok' as const, email: (cipher && (await deps.vault.decrypt(cipher))) ?? '' };
    },
  );
}

/** The new address is reserved before the account has it, and the former one is given up after. */
async function confirmChange(
  deps: ApiDependencies,
  request: FastifyRequest,
  { account_id, email_change, email_hash: former }: OpenAccount,
  link: { token_hash: string; at: string },
): Promise<bigint> {
  const context = accountContext(request, account_id);
  if (email_change === null) throw new DomainError('link_invalid');
  const { email_hash, used, expires_at } = email_change;
  if (!used) {
    if (Date.parse(link.at) >= Date.parse(expires_at)) throw new DomainError('link_invalid');
    const owner = await reserveAddress(deps, context, email_hash, () => account_id);
    if (owner !== account_id) throw new DomainError('email_taken');
  }
  const position = await changeOwnAccount(deps, context, account_id, (state) => changeEmail(state, link));
  if (former === email_hash) return position;
  const released = await handleCommand(deps.log, {
    stream: emailReservationStream(former),
    decider: emailReservationDecider,
    cause: `changed ${link.token_hash}`,
    context,
    decide: (state) => releaseEmail(state, account_id),
  });
  if (released.position <= position) return position;
  await deps.directory.reached(released.position);
  return released.position;
}

/** `POST /api/account/email`: a link is mailed to the new address; nothing changes until it is used. */
function changeEmailRoute(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  app.post(
    '/api/account/email',
    { schema: { body: changeEmailBodySchema, response: { 200: okSchema } }, config: { right: 'own_account' } },
    async (request, reply) => {
      const { account } = sessionOf(request);
      const { email, emailKey } = checkEmail(request.body.email);
      await requireOwnPassword(deps, guard, account, {
        password: request.body.password,
        address: request.clientAddress,
      });
      const email_hash = emailHashOf(deps, emailKey);
      const { state } = deps.directory;
      const owner = findAccountIdByEmailHash(state, email_hash);
      const isTaken =
        owner !== undefined && owner !== account.account_id && abandonedAccountId(state, email_hash) === undefined;
      if (isTaken) throw new DomainError('email_taken');
      const cipher = await deps.vault.encrypt(`account-${account.account_id}`, email);
      const command = { ...newLink(deps, 'email'), email: cipher, email_hash, at: deps.now().toISOString() };
      const position = await changeOwnAccount(deps, personContext(request), account.account_id, (current) =>
        requestEmailChange(current, command),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}
