import { type ReportQuestion, useReport } from '../../../../../shared/report/api/report-api.ts';
import type { StepState } from '../../../../../shared/report/components/scope/use-report-scope.ts';

/**
 * Names of the campaign and ad group above the rows: handed on by the step that led here, else read from the tables
 * above, which are asked for only then.
 */
export function usePathNames(
  question: ReportQuestion | null,
  step: StepState,
): { campaign: string | null; adGroup: string | null } {
  const { campaign_id, ad_group_id } = question?.params ?? {};
  const wantsCampaign = campaign_id !== undefined && step.campaignName === undefined;
  const wantsAdGroup = ad_group_id !== undefined && step.adGroupName === undefined;
  const campaigns = useReport(question !== null && wantsCampaign ? above(question, 'campaigns') : null).data;
  const adGroups = useReport(question !== null && wantsAdGroup ? above(question, 'adgroups') : null).data;
  const nameOf = (report: typeof campaigns, id: number | undefined) =>
    report?.response.rows.find((row) => row.id === id)?.name;
  return {
    campaign:
      campaign_id === undefined
        ? null
        : (step.campaignName ?? nameOf(campaigns, campaign_id) ?? `Campaign ${campaign_id}`),
    adGroup:
      ad_group_id === undefined
        ? null
        : (step.adGroupName ?? nameOf(adGroups, ad_group_id) ?? `Ad group ${ad_group_id}`),
  };
}

function above({ params }: ReportQuestion, call: 'campaigns' | 'adgroups'): ReportQuestion {
  const { ad_group_id: _adGroup, labels: _labels, campaign_id, ...scope } = params;
  return { call, params: call === 'campaigns' || campaign_id === undefined ? scope : { ...scope, campaign_id } };
}
