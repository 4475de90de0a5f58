import { Button } from '@fluentui/react-components';
import { Pause16Regular } from '@fluentui/react-icons/svg/pause';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { outcomeWords } from '../../../../../shared/campaigns/changes/outcome-messages.ts';
import { isDone, isOpen } from '../../../../../shared/campaigns/changes/outcomes.ts';
import { refreshSettings } from '../../../../../shared/campaigns/changes/refresh-settings.ts';
import { sendWrite } from '../../../../../shared/campaigns/changes/write-calls.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { managementMessages as words } from '../../messages.ts';

interface Props {
  campaigns: readonly { id: number; name: string }[];
  base: { application_id: number; asa_organization_id: number };
}

/** Offered where a campaign was created, which cannot be taken back. */
export function PauseCampaign({ campaigns, base }: Props) {
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const names = campaigns.map(({ name }) => name).join(', ');
  const label = campaigns.length === 1 ? words.pauseCampaign : words.pauseCampaigns;

  async function pause(): Promise<void> {
    setBusy(true);
    try {
      const body = { ...base, campaign_ids: campaigns.map(({ id }) => id), status: 'PAUSED' };
      const { results, error_message } = await sendWrite({ method: 'PUT', path: '/api/asa/campaigns_status', body });
      const missed = results.find(({ outcome }) => !isDone(outcome));
      if (missed === undefined) return showToast({ intent: 'success', text: words.paused(names) });
      const intent = isOpen(missed.outcome) ? 'info' : 'error';
      showToast({ intent, text: missed.message ?? error_message ?? outcomeWords[missed.outcome] });
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
      icon={<Pause16Regular />}
      disabledFocusable={busy}
      aria-label={`${label} ${names}`}
      title={words.noUndoOf.created}
      onClick={() => busy || void pause()}
    >
      {label}
    </Button>
  );
}
