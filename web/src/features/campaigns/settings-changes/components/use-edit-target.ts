import type { ReportRow } from '@tapwise/contract';
import { useMemo } from 'react';
import { useHasTotalBudgets } from '../../../../shared/report/index.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import type { EditTarget } from '../model/edit-cells.ts';
import { pendingStoreOf } from '../model/pending-store.ts';
import { useSuggestedBid } from './proposals/use-suggested-bid.ts';
import type { SettingsChangeScope } from './settings-change-scope.ts';
import { useFollowedBid } from './use-parents.ts';
import { useSettingOrigin } from './use-setting-origin.ts';

/** What values are entered into: the table as it is at this drawing. */
export function useEditTarget(scope: SettingsChangeScope): EditTarget {
  const { accountId, application, organization, level, path, question, rows, across } = scope;
  const applicationId = application.id;
  const organizationId = organization.organization_id;
  const pending = useMemo(
    () => pendingStoreOf({ accountId, applicationId, organizationId }),
    [accountId, applicationId, organizationId],
  );
  const follows = useFollowedBid(level === 'keyword' && !across ? question : null, rows);
  const { store } = rows;
  return {
    level,
    currency: organization.currency,
    pending,
    keyOf: useKeys(scope),
    follows,
    hasTotalBudgets: useHasTotalBudgets(),
    path,
    ...(across ? { pathOf } : {}),
    rowOf: (id) => store?.row(id)?.row,
    ...useSettingOrigin(application.id, organization),
    suggestedBid: useSuggestedBid(scope),
    say: (text) => showToast({ intent: 'info', text }),
  };
}

/** Keys of the table's rows: by what they all are in, or by what each of them says. */
function useKeys({ campaignId, adGroupId, across, rows: { store } }: SettingsChangeScope): (id: number) => string {
  const above = [campaignId, adGroupId].filter((id) => id !== null).join(':');
  return useMemo(
    () => (id) => (across ? keyOfRow(store?.row(id)?.row, id) : above === '' ? String(id) : `${above}:${id}`),
    [above, across, store],
  );
}

/** A keyword's key by what its row says it is in. */
const keyOfRow = (row: ReportRow | undefined, id: number): string =>
  row === undefined ? String(id) : `${row.campaign_id}:${row.ad_group_id}:${id}`;

const pathOf = ({ campaign_name, ad_group_name }: ReportRow): string[] =>
  [campaign_name, ad_group_name].filter((name): name is string => typeof name === 'string');
