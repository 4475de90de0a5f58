import { useQuery } from '@tanstack/react-query';
import { membersOptions } from '../api/channels-api.ts';
import { alertMessages as words } from '../messages.ts';

/** The names of people of the team by their account. Who has left has none any more. */
export function useMemberNames(): (accountId: number) => string {
  const { data } = useQuery(membersOptions());
  return (accountId) => {
    const member = data?.find((candidate) => candidate.accountId === accountId);
    return member === undefined ? words.someone : (member.name ?? member.email);
  };
}
