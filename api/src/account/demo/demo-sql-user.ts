import type { CommandContext, KeyVault } from '@tapwise/adapters';
import { createSqlUser, installationItself } from '@tapwise/domain';
import { changeTeam } from '../../access/change-team.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sqlPasswordHash } from '../../sql/users/sql-users.ts';
import { demoAccountId } from './demo-account.ts';

/** Name of the demo's one user of SQL. */
const demoSqlUser = 'demo';

/** Its password, another one in each installation; every visitor may see it. */
export const demoSqlPassword = (vault: KeyVault): string =>
  `twq_${vault.keyedHash('sql-demo', demoSqlUser).slice(0, 32)}`;

/** Makes the demo's user of SQL when it is not there. */
export async function seedDemoSqlUser(deps: ApiDependencies, context: CommandContext): Promise<void> {
  const label = await deps.vault.encrypt(`team-${demoAccountId}`, 'Demo');
  const password_hash = sqlPasswordHash(deps.vault, demoSqlPassword(deps.vault));
  await changeTeam(deps, context, demoAccountId, (state) => {
    if (state.status === 'absent' || state.sql_users?.some(({ user }) => user === demoSqlUser)) return [];
    const fields = { label, application_ids: null, addresses: [], password_hash, at: deps.now().toISOString() };
    return createSqlUser(state, { by: installationItself, as: demoAccountId, user: demoSqlUser, ...fields });
  });
}
