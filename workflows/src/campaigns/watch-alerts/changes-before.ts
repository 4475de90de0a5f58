import type { ClickHouseClient } from '@tapwise/adapters';
import {
  addDays,
  type DomainEventOf,
  dayInZone,
  hourMs,
  type LinkedOrganization,
  type OpenApplication,
} from '@tapwise/domain';
import { askChanges, changeKinds, type SettingsChange } from '@tapwise/projections/queries';

export type ChangesBefore = DomainEventOf<'AlertFired'>['data']['before'];

const hoursBefore = 48;
const mostChanges = 20;
const longestText = 300;

/**
 * Changes of settings in the two days before an incident, of its campaign or of all in its organization.
 * @param keys Units that are asked about.
 * @param asOf Milliseconds.
 */
export async function changesBefore(
  tables: ClickHouseClient,
  application: OpenApplication,
  keys: readonly string[],
  asOf: number,
): Promise<ReadonlyMap<string, ChangesBefore>> {
  const changes = new Map<string, ChangesBefore>();
  for (const organization of application.organizations) {
    const recent = await recentChanges(tables, application, organization, asOf);
    for (const key of keys) {
      const ofUnit =
        key === `org:${organization.org_id}` ? recent : recent.filter(({ campaignId }) => `${campaignId}` === key);
      if (ofUnit.length > 0) changes.set(key, ofUnit.slice(0, mostChanges).map(described));
    }
  }
  return changes;
}

async function recentChanges(
  tables: ClickHouseClient,
  { adam_id: adamId }: OpenApplication,
  { org_id: orgId, currency: orgCurrency, time_zone: timeZone }: LinkedOrganization,
  asOf: number,
): Promise<SettingsChange[]> {
  const to = dayInZone(asOf, timeZone);
  const question = { scope: { adamId, orgId, orgCurrency, timeZone }, from: addDays(to, -2), to, kinds: changeKinds };
  const { changes } = await askChanges(tables, question);
  const since = new Date(asOf - hoursBefore * hourMs).toISOString();
  return changes.filter(({ at, outcome }) => at >= since && outcome === 'changed');
}

const fieldNames: Readonly<Record<SettingsChange['kind'], string>> = {
  status: 'Status',
  cpt_bid: 'CPT bid',
  cpa_goal: 'CPA goal',
  budget: 'Budget',
  daily_cap: 'Daily budget',
  target_cpa: 'Target CPA',
  search_match: 'Search Match',
  creative: 'Product page',
  keyword: 'Keyword',
  negative: 'Negative keyword',
  label: 'Label',
};

function described({ change, at, actorKind, kind, name, before, after }: SettingsChange): ChangesBefore[number] {
  const text = `${fieldNames[kind]} of ${name}: ${before ?? 'none'} → ${after ?? 'none'}`;
  return { change_id: change?.id ?? null, at, actor: actorKind, text: text.slice(0, longestText) };
}
