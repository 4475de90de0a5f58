import { useQuery } from '@tanstack/react-query';
import { guardrailsOptions } from '../../../../../shared/campaigns/changes/guardrail-calls.ts';
import { useReport } from '../../../../../shared/report/api/report-api.ts';
import type { EditTarget } from '../../model/edit-cells.ts';
import { microsOf, type PendingEdit } from '../../model/pending-edit.ts';
import type { PreviewFacts } from '../../model/preview-rows.ts';
import type { SettingsChangeScope } from '../settings-change-scope.ts';
import { above } from '../use-parents.ts';

/** What the preview says beside old and new: from the reports above and below, and the team's guardrails. */
export function usePreviewFacts(
  { question, application }: SettingsChangeScope,
  table: EditTarget,
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
  const guardrails = useQuery(guardrailsOptions(application.id)).data?.guardrails;
  return {
    guardrails: guardrails ?? null,
    currency: table.currency,
    updateKeywords,
    dailyBudget: (campaign) => microsOf(campaigns?.response.rows.find(({ id }) => String(id) === campaign)?.daily_cap),
    ownBids: (adGroup) =>
      keywords === undefined
        ? null
        : keywords.response.rows.filter(
            ({ id, ad_group_id, cpt_bid }) =>
              id > 0 && String(ad_group_id) === adGroup.split(':')[1] && typeof cpt_bid === 'number',
          ).length,
    displayedValue: ({ key, field }) => {
      const id = Number(key.split(':').at(-1));
      const row = table.keyOf(id) === key ? table.rowOf(id) : undefined;
      if (row === undefined) return undefined;
      const value = row[field];
      return typeof value === 'boolean' ? value : microsOf(value);
    },
  };
}
