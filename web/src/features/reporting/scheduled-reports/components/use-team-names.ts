import { useQuery } from '@tanstack/react-query';
import { collaboratorsQuery } from '../../../account/people/index.ts';

/** A member of the team. */
export interface TeamMember {
  accountId: number;
  name: string;
}

/** Members of the team by their ids; none until they are known, and where a person may not see them. */
export function useTeamNames(): { members: readonly TeamMember[]; nameOf: (accountId: number) => string | null } {
  const { data } = useQuery(collaboratorsQuery());
  const members = (data ?? []).flatMap(({ accountId, name, email }): TeamMember[] =>
    accountId === null ? [] : [{ accountId, name: name ?? email }],
  );
  return { members, nameOf: (accountId) => members.find((member) => member.accountId === accountId)?.name ?? null };
}
