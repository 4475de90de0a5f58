import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useReport } from '../../../../shared/report/api/report-api.ts';
import { microsOf, type PendingEdit } from '../../model/pending-edit.ts';
import type { PreviewFacts } from '../../model/preview-rows.ts';
import type { EditingTable } from '../../model/table-editing.ts';
import { above } from '../use-parents.ts';
import type { ActingScope } from '../use-table-acting.tsx';

interface Guardrail {
  people?: 'off' | 'warn' | 'confirm' | 'block';
  factor?: number;
  plus?: number;
}

interface GuardrailsAnswer {
  guardrails: Readonly<Record<string, Guardrail | undefined>>;
}

const guardrailOptions = (applicationId: number) =>
  queryOptions({
    queryKey: ['guardrails', applicationId],
    staleTime: 300_000,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await request<GuardrailsAnswer>({
          ...{ method: 'GET', path: '/api/asa/guardrails', signal },
          query: { application_id: applicationId },
        })
      ).body.guardrails,
  });

/** What the preview says beside old and new: from the reports above and below, and the team's guardrails. */
export function usePreviewFacts(
  { question, application }: ActingScope,
  table: EditingTable,
  edits: readonly PendingEdit[],
  updateKeywords: boolean,
): PreviewFacts {
  const bids = edits.filter(({ field }) => field === 'cpt_bid');
  const campaigns = useReport(question !== null && bids.length > 0 ? above(question, 'campaigns') : null).data;
  const ids = [...new Set(bids.filter(({ key }) => key.split(':').length === 2).map(({ key }) => key.split(':')[0]))];
  const keywords = useReport(
    question === null || ids.length === 0
      ? null
      : {
          call: 'all_campaigns_keywords',
          params: { ...above(question, 'campaigns').params, campaign_ids: ids.join(',') },
        },
  ).data;
  const guardrails = useQuery(guardrailOptions(application.id)).data ?? {};
  const { bid_step: bid, budget_step: budget } = guardrails;
  const on = (limit: Guardrail | undefined) => limit?.people !== undefined && limit.people !== 'off';
  return {
    ...{ currency: table.currency, updateKeywords },
    dailyBudget: (campaign) => microsOf(campaigns?.answer.rows.find(({ id }) => String(id) === campaign)?.daily_cap),
    ownBids: (adGroup) =>
      keywords === undefined
        ? null
        : keywords.answer.rows.filter(
            ({ id, ad_group_id, cpt_bid }) =>
              id > 0 && String(ad_group_id) === adGroup.split(':')[1] && typeof cpt_bid === 'number',
          ).length,
    shownNow: ({ key, field }) => {
      const id = Number(key.split(':').at(-1));
      const row = table.keyOf(id) === key ? table.rowOf(id) : undefined;
      if (row === undefined) return undefined;
      const value = row[field];
      return typeof value === 'boolean' ? value : microsOf(value);
    },
    guardrails: {
      bid: on(bid) ? { factor: bid?.factor ?? 3, plus: bid?.plus ?? 1 } : null,
      budget: on(budget) ? { factor: budget?.factor ?? 3 } : null,
    },
  };
}
