import { useQueryClient } from '@tanstack/react-query';
import type { ReportRow } from '@tapwise/contract';
import { formatAge } from '../../../../../shared/format/ages.ts';
import { settingsChangeMessages } from '../../messages.ts';
import type { EditTarget } from '../../model/edit-cells.ts';
import { editText, microsOf } from '../../model/pending-edit.ts';
import type { SettingsChangeScope } from '../settings-change-scope.ts';
import { suggestedBidsOptions } from './proposal-options.ts';

const words = settingsChangeMessages.suggestedBid;

/** Asks what Apple suggests for a keyword whose bid is being edited. Where it cannot be asked, nothing is shown: a bid is entered without it. */
export function useSuggestedBid(scope: SettingsChangeScope): EditTarget['suggestedBid'] {
  const client = useQueryClient();
  return async (row) => {
    const adGroup = adGroupOf(scope, row);
    if (adGroup === null) return null;
    const answer = await client.fetchQuery(suggestedBidsOptions(scope, adGroup)).catch(() => null);
    if (answer?.readAt == null) return null;
    const age = formatAge(answer.readAt, Date.now(), 'ago');
    const micros = microsOf(answer.amounts.find(({ id }) => id === row.id)?.amount);
    if (micros === null) return { text: words.none(age), use: null };
    const value = editText(micros, scope.organization.currency);
    return { text: words.suggests(value, age), use: { value: value.replaceAll(',', ''), label: words.use(value) } };
  };
}

/** What a keyword is in: what its table is of, or what its row says. */
function adGroupOf({ campaignId, adGroupId }: SettingsChangeScope, row: ReportRow) {
  const campaign_id = campaignId ?? row.campaign_id;
  const ad_group_id = adGroupId ?? row.ad_group_id;
  return typeof campaign_id === 'number' && typeof ad_group_id === 'number' ? { campaign_id, ad_group_id } : null;
}
