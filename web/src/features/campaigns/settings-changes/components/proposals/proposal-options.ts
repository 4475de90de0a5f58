import type { ReportRow } from '@tapwise/contract';
import { bidsOptions, budgetsOptions, targetsOptions } from '../../api/proposals-api.ts';
import type { ProposalKind } from '../../model/proposals.ts';
import type { SettingsChangeScope } from '../settings-change-scope.ts';

/** What Apple can be asked for in a table: bids in one ad group, budgets and targets where campaigns are managed. */
export function proposalKinds(scope: SettingsChangeScope): ProposalKind[] {
  const { level, alwaysSelecting, across, adGroupId, rows } = scope;
  const has = (matches: (row: ReportRow) => boolean) => rows.report?.response.rows.some(matches) ?? false;
  if (level === 'campaign' && alwaysSelecting)
    return has((row) => row.bids_set_by_apple === true) ? ['budgets', 'targets'] : ['budgets'];
  const isAdGroup = level === 'keyword' && !across && adGroupId !== null;
  return isAdGroup && has(({ id, bids_set_by_apple }) => id > 0 && bids_set_by_apple !== true) ? ['bids'] : [];
}

/** How Apple is asked. */
export function proposalOptions(kind: ProposalKind, scope: SettingsChangeScope) {
  if (kind === 'budgets') return budgetsOptions(idsOf(scope));
  if (kind === 'targets') return targetsOptions(idsOf(scope));
  return suggestedBidsOptions(scope, { campaign_id: scope.campaignId ?? 0, ad_group_id: scope.adGroupId ?? 0 });
}

/** The bids that are suggested in an ad group. */
export const suggestedBidsOptions = (
  scope: SettingsChangeScope,
  adGroup: { readonly campaign_id: number; readonly ad_group_id: number },
) => bidsOptions({ ...idsOf(scope), ...adGroup });

const idsOf = ({ application, organization }: SettingsChangeScope) => ({
  application_id: application.id,
  asa_organization_id: organization.organization_id,
});
