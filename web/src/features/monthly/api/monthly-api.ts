import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MonthlyAnswer } from '@tapwise/contract';
import { request } from '../../../shared/http/request.ts';

export interface MonthlyQuestion {
  year: number;
  country: string;
  claim_type: string;
  application_id?: number;
  asa_organization_id?: number;
}

/** A year by months. While another year is on its way the last one stays. */
export function useMonthlyReport(question: MonthlyQuestion | null) {
  return useQuery({
    queryKey: ['monthly', question],
    enabled: question !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { ...question };
      const { body } = await request<MonthlyAnswer>({ method: 'GET', path: '/api/asa/monthly_reports', query, signal });
      return body;
    },
  });
}
