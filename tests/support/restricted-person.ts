import { happened } from './ads-world.ts';
import type { ApiService } from './api-service.ts';

/** Somebody joins the owner's team and may see reports without spend and traffic. @returns their token. */
export async function joinRestricted(api: ApiService, owner: { accountId: number }): Promise<string> {
  const person = await api.signUp('Ben Example');
  const { accounts } = api.deps.directory.state;
  const [team, account] = [accounts.get(owner.accountId)?.team_id, accounts.get(person.accountId)];
  if (account === undefined || team === undefined) throw new Error('Nobody signed up');
  const { status: _status, ...opened } = account;
  const data = { ...opened, team_id: team, access: 'restricted' as const };
  const joined = await happened(api, `account-${person.accountId}`, { type: 'AccountOpened', data });
  await api.deps.directory.reached(joined);
  return person.token;
}
