import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReportRecipientResponse } from '@tapwise/contract/report-schedules';
import { request } from '../../../../shared/server/http/request.ts';

const path = '/api/report_recipient';

/** What the link of a mail is about. @throws ApiError 404 when it is void. */
export const recipientQuery = (token: string) =>
  queryOptions({
    queryKey: ['report-recipient', token],
    queryFn: async ({ signal }): Promise<ReportRecipientResponse> => {
      const call = { method: 'GET', path, query: { token }, signIn: true, signal } as const;
      return (await request<ReportRecipientResponse>(call)).body;
    },
    retry: false,
  });

/** Accepts or declines a report; decided twice it is the same. */
export function useDecideOnReport(token: string) {
  const client = useQueryClient();
  const { queryKey } = recipientQuery(token);
  return useMutation({
    mutationFn: async (accept: boolean) => {
      const call = { method: 'POST', path, body: { token, accept }, signIn: true } as const;
      return (await request<Pick<ReportRecipientResponse, 'state'>>(call)).body;
    },
    onSuccess: ({ state }) => client.setQueryData(queryKey, (before) => before && { ...before, state }),
  });
}
