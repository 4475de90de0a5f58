import { changeAccountBodySchema, changeAccountResponseSchema } from '@tapwise/contract';
import {
  changePassword,
  changePreferences,
  checkName,
  DomainError,
  findMembership,
  renamePerson,
  renameTeam,
} from '@tapwise/domain';
import type { z } from 'zod';
import { personContext } from '../../../access/actor-context.ts';
import { changeTeam } from '../../../access/change-team.ts';
import { newLink } from '../../../access/sign-in/mailed-link.ts';
import { acceptablePassword } from '../../../access/sign-in/password-rules.ts';
import type { Session } from '../../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { accountResponse } from '../../session-response.ts';
import type { PasswordGuard } from '../../verify-password.ts';
import { type AccountDecision, changeOwnAccount } from './change-own-account.ts';

type Body = z.infer<typeof changeAccountBodySchema>;

/** Fields that may come together. */
const groups: readonly (readonly (keyof Body)[])[] = [
  ['name', 'organizationName', 'password'],
  ['receive_product_updates'],
  ['share_usage'],
  ['mail_switches'],
];

/** `PUT /api/account`: name, team name and password, or one of the switches. */
export function changeAccountRoute(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  app.put(
    '/api/account',
    {
      schema: { body: changeAccountBodySchema, response: { 200: changeAccountResponseSchema } },
      config: { right: 'own_account' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      requireOneGroup(request.body);
      const requested = await checkProfile(deps, session, request.body);
      const context = personContext(request);
      const { account_id } = session.account;
      const at = deps.now().toISOString();
      const changes: Promise<bigint>[] = [];
      const change = (decide: AccountDecision) => changeOwnAccount(deps, context, account_id, decide);
      if (requested.team !== undefined) {
        const name = await deps.vault.encrypt(`team-${session.team.team_id}`, requested.team);
        changes.push(
          changeTeam(deps, context, session.team.team_id, (state) =>
            renameTeam(state, { by: account_id, name, changed_at: at }),
          ),
        );
      }
      if (requested.name !== undefined) {
        const name = await deps.vault.encrypt(`account-${account_id}`, requested.name);
        changes.push(change((state) => renamePerson(state, { name, at })));
      }
      if (requested.password !== undefined) {
        const password_hash = await guard.hasher.hash(requested.password);
        const notice = newLink(deps, 'notice');
        const kept_session = session.tokenHash;
        const command = { password_hash, reset_id: null, kept_session, notice, changed_at: at };
        changes.push(change((state) => changePassword(state, command)));
      }
      const { receive_product_updates, share_usage, mail_switches } = request.body;
      const switches = definedOf({
        receive_product_updates,
        share_usage,
        mail_switches: mail_switches && definedOf(mail_switches),
      });
      if (Object.keys(switches).length > 0) changes.push(change((state) => changePreferences(state, switches, at)));
      const positions = await Promise.all(changes);
      for (const position of positions.sort((a, b) => (a < b ? -1 : 1)).slice(-1)) holdsUpTo(reply, position);
      return { status: 'ok' as const, account: await accountResponse(deps, currentMembership(deps, session)) };
    },
  );
}

function requireOneGroup(body: Body): void {
  const fields = Object.keys(body).filter((field) => field !== 'token');
  if (groups.some((group) => fields.every((field) => group.some((name) => name === field)))) return;
  throw new DomainError('invalid_request', { message: 'Change one thing at a time.' });
}

/** Everything is checked before anything is written. */
async function checkProfile(deps: ApiDependencies, session: Session, { name, organizationName, password }: Body) {
  const isSet = (text: string | null | undefined): text is string => text !== null && text !== undefined;
  if (isSet(organizationName) && session.access !== 'admin') throw new DomainError('admin_only');
  const requested = {
    name: isSet(name) ? named(name, 'name_required', 'Please input non-empty username') : undefined,
    team: isSet(organizationName) ? named(organizationName, 'team_name_required') : undefined,
  };
  if (!isSet(password)) return { ...requested, password: undefined };
  const personalWords = await Promise.all(
    [session.account.name, session.account.email, session.team.name].map((cipher) => deps.vault.decrypt(cipher)),
  );
  const words = [...personalWords, requested.name, requested.team].filter((word) => word !== undefined);
  return { ...requested, password: acceptablePassword(password, words) };
}

function named(text: string, whenBlank: 'name_required' | 'team_name_required', message?: string): string {
  if (text.trim() === '') throw new DomainError(whenBlank, message === undefined ? {} : { message });
  return checkName(text);
}

function currentMembership(deps: ApiDependencies, { account }: Session) {
  const membership = findMembership(deps.directory.state, account.account_id);
  if (membership === undefined) throw new DomainError('unauthorized');
  return membership;
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

function definedOf<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
