import type { Session } from '../access/sign-in/sessions.ts';

/** Who asks for saved statements. */
export const askerOf = ({ team, account, access }: Session) => ({
  team_id: team.team_id,
  by: account.account_id,
  access,
});
