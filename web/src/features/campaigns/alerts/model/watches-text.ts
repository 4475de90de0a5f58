import type { Alert } from '@tapwise/contract/alerts';
import { alertMessages as words } from '../messages.ts';

/** What an alert looks at, in a few words. */
export function watchesText({ kind, apply_to }: Pick<Alert, 'kind' | 'apply_to'>): string {
  return kind === 'own' ? words.watches.own(campaignsText(apply_to ?? {})) : words.watches[kind];
}

function campaignsText(applyTo: NonNullable<Alert['apply_to']>): string {
  const chosen = Object.values(applyTo);
  if (chosen.includes('all')) return words.allCampaigns;
  return words.campaigns(chosen.reduce<number>((sum, ids) => sum + (Array.isArray(ids) ? ids.length : 0), 0));
}
