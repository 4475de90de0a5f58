import { linkTokenHash } from '@tapwise/adapters';
import {
  deleteAccountBodySchema,
  deleteAccountResponseSchema,
  keepAccountBodySchema,
  keepAccountResponseSchema,
} from '@tapwise/contract';
import {
  cancelDeletion,
  DomainError,
  findAccount,
  findAccountByLink,
  leaveOthers,
  requireDeparture,
  scheduleDeletion,
} from '@tapwise/domain';
import { accountContext, personContext } from '../../../access/actor-context.ts';
import { changeTeam } from '../../../access/change-team.ts';
import { newLink } from '../../../access/sign-in/mailed-link.ts';
import { billingOf } from '../../../billing/provider.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { type PasswordGuard, requireOwnPassword } from '../../verify-password.ts';
import { changeOwnAccount } from './change-own-account.ts';

/** Links are 256 bits; the limit only keeps guessing from costing anything. */
const keepCalls = { calls: 60, seconds: 60 };

/**
 * `DELETE /api/account` and `POST /api/account/keep`. Who leaves others behind is gone at once; the last person of a team has
 * 14 days in which the mailed link takes it back. Keys are destroyed by the workflows process.
 */
export function deleteAccountRoutes(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  app.delete(
    '/api/account',
    {
      schema: { body: deleteAccountBodySchema, response: { 200: deleteAccountResponseSchema } },
      config: { right: 'own_account' },
    },
    async (request, reply) => {
      const { account, team } = sessionOf(request);
      const { account_id } = account;
      const { password } = request.body;
      await requireOwnPassword(deps, guard, account, { password, address: request.clientAddress });
      const departure = requireDeparture(team, account_id, () => billingOf(deps, team.team_id).state);
      const closes_team = departure === 'closes_team';
      const at = deps.now().toISOString();
      const link = newLink(deps, 'keep');
      const expires_at = closes_team ? link.expires_at : at;
      const scheduled = await changeOwnAccount(deps, personContext(request), account_id, (state) =>
        scheduleDeletion(state, { ...link, expires_at, closes_team, at }),
      );
      if (closes_team) {
        holdsUpTo(reply, scheduled);
        const deletion = findAccount(deps.directory.state, account_id)?.deletion;
        return { status: 'ok' as const, deletes_at: deletion?.expires_at ?? expires_at };
      }
      const position = await changeTeam(deps, personContext(request), team.team_id, (state) =>
        leaveOthers(state, { account_id, at }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const, deletes_at: null };
    },
  );
  keepRoute(app, deps);
}

/** The link of the mail was used: nothing is deleted. */
function keepRoute(app: ApiServer, deps: ApiDependencies): void {
  const limit = app.callLimits.windowed('keep', keepCalls.calls, keepCalls.seconds);
  app.post(
    '/api/account/keep',
    {
      schema: { body: keepAccountBodySchema, response: { 200: keepAccountResponseSchema } },
      config: { right: 'public' },
    },
    async (request, reply) => {
      if (!deps.directory.ready()) throw new DomainError('unavailable', { details: { retry_after: 1 } });
      await limit(request.clientAddress);
      const token_hash = linkTokenHash(deps.vault, 'keep', request.body.keep_token);
      const account = findAccountByLink(deps.directory.state, token_hash);
      if (account === undefined) throw new DomainError('link_invalid');
      const { account_id } = account;
      const at = deps.now().toISOString();
      const position = await changeOwnAccount(deps, accountContext(request, account_id), account_id, (state) =>
        cancelDeletion(state, { token_hash, at }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const, email: (await deps.vault.decrypt(account.email)) ?? '' };
    },
  );
}
