import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { Change } from '@tapwise/contract';
import { useState } from 'react';
import { resultOf, resultsOf, wishAgain } from '../../../../../shared/campaigns/changes/check-again.ts';
import { outcomeWords } from '../../../../../shared/campaigns/changes/outcome-messages.ts';
import { refreshSettings } from '../../../../../shared/campaigns/changes/refresh-settings.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { managementMessages as words } from '../../messages.ts';
import { type PageNames, valueText } from '../../model/history-entries.ts';

interface Props {
  row: Change;
  base: { application_id: number; asa_organization_id: number };
  pages: PageNames;
}

/** For a row whose call was never answered: what holds at the ad service decides. The answer is a change of its own. */
export function CheckAgain({ row, base, pages }: Props) {
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const write = row.outcome === 'unknown' ? wishAgain(row, base) : null;
  if (write === null) return null;

  async function check(call: NonNullable<typeof write>): Promise<void> {
    setBusy(true);
    try {
      const result = resultOf(await resultsOf(call, base.application_id), row);
      const outcome = result?.outcome ?? 'pending';
      if (outcome === 'changed' || outcome === 'unchanged') {
        showToast({ intent: 'success', text: words.checked[outcome](row.name) });
      } else if (outcome === 'pending' || outcome === 'queued' || outcome === 'unknown') {
        showToast({ intent: 'info', text: words.checked.open(row.name) });
      } else if (outcome === 'conflict') {
        const by = result?.changed_by ?? words.checked.someone;
        const now = valueText(result?.current ?? null, row.field, pages);
        showToast({ intent: 'info', text: words.checked.conflict(row.name, now, by) });
      } else {
        showToast({ intent: 'error', text: `${row.name}: ${result?.message ?? outcomeWords[outcome]}` });
      }
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
      refreshSettings(client);
    }
  }

  return (
    <Button
      size="small"
      disabledFocusable={busy}
      aria-label={words.checkAgainOf(words.fields[row.field] ?? row.field, row.name)}
      onClick={() => busy || void check(write)}
    >
      {words.checkAgain}
    </Button>
  );
}
