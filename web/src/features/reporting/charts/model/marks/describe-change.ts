import type { Change, ChangeKind } from '@tapwise/contract';
import { currencySymbol, formatExact, formatMoney } from '../../../../../shared/format/numbers.ts';
import { markMessages as words } from '../../messages.ts';

/** What a mark says: `Daily cap $50.00 → $60.00`, `Paused`, `Search match on`. */
export function titleOfChange(change: Pick<Change, 'field' | 'old' | 'new'> & { currency: string }): string {
  const { field, old, new: now, currency } = change;
  if (field === 'status') return words.statuses[String(now)] ?? String(now);
  if (field === 'creative') return words.anotherPage;
  const label = words.fields[field];
  if (field === 'search_match') return `${label} ${now === true ? 'on' : 'off'}`;
  return `${label} ${amount(old, currency)} → ${amount(now, currency)}`;
}

/** Amounts of settings are shown to the last decimal, so that no change looks like none. */
function amount(value: Change['old'], currency: string): string {
  if (typeof value !== 'number') return words.none;
  const sign = currencySymbol(currency);
  return `${sign}${sign.length > 1 ? ' ' : ''}${value < 100 ? formatMoney(value) : formatExact(value)}`;
}

/** Which object it was: its name, and for one inside a line where it is. */
export function describeChange(change: Change, drawnLevel: Change['level']): string {
  const { level, name, campaign_name: campaign, ad_group_name: adGroup } = change;
  if (level === drawnLevel) return name;
  if (level === 'ad_group') return `${name} in ${campaign}`;
  const within = drawnLevel === 'campaign' ? [adGroup, campaign] : [adGroup];
  return `“${name}” in ${within.filter((part) => part !== null).join(', ')}`;
}

/** Settings that objects of a level have. */
const fieldsOfLevel: Record<Change['level'], readonly ChangeKind[]> = {
  campaign: ['status', 'daily_cap', 'budget', 'target_cpa'],
  ad_group: ['status', 'cpt_bid', 'cpa_goal', 'search_match'],
  keyword: ['status', 'cpt_bid'],
};
const levels = ['campaign', 'ad_group', 'keyword'] as const;

/** Settings that can have changed at a level, and inside it if that counts too. */
export function fieldsAt(level: Change['level'], inside: boolean): ChangeKind[] {
  const from = levels.indexOf(level);
  return [
    ...new Set(levels.slice(from, inside ? undefined : from + 1).flatMap((levelName) => fieldsOfLevel[levelName])),
  ];
}
