import type { ChangeSet } from '@tapwise/contract';
import type { ChangeTableRow } from '../../../../shared/campaigns/changes/ChangeTable.tsx';
import { dateForm } from '../../../../shared/format/date-forms.ts';
import { managementMessages as words } from '../messages.ts';
import { valueText } from './history-entries.ts';

type SetRow = ChangeSet['rows'][number];

/** What a row is called: by the names of its objects, as far as they are known. */
export interface ObjectName {
  name: string;
  where: string;
}

/** A row of a set as a table shows it. */
export function tableRow(row: SetRow, { name, where }: ObjectName): Omit<ChangeTableRow, 'act'> {
  return {
    id: `${row.key} ${row.field}`,
    name,
    where,
    field: words.fields[row.field] ?? row.field,
    old: valueText(row.based_on, row.field),
    new: row.new === null ? words.sets.cleared : valueText(row.new, row.field),
    outcome: row.outcome,
    note: [row.message, row.note].filter((text) => text !== undefined).join(' '),
  };
}

const days = dateForm({ timeZone: 'UTC', day: 'numeric', month: 'short' });

/** `2026-11-24T09:00` as "24 Nov, 09:00": a local time that is no instant of its own. */
export function formatSchedule(schedule: string): string {
  const [day = '', clock = ''] = schedule.split('T');
  return `${days(new Date(`${day}T00:00:00Z`))}, ${clock}`;
}

/** "24 Nov, 09:12" in a time zone. */
export function formatInstant(instant: string, timeZone: string): string {
  return dateForm({ timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })(new Date(instant));
}

/** The object of a key by what is known of names: campaigns, ad groups and keywords by their own ids. */
export function nameOf(key: string, names: ReadonlyMap<string, string>): ObjectName {
  const ids = key.split(':');
  const [campaign = '', adGroup, keyword] = ids;
  const campaignName = names.get(campaign) ?? campaign;
  if (adGroup === undefined) return { name: campaignName, where: '' };
  const adGroupName = names.get(`${campaign}:${adGroup}`) ?? adGroup;
  if (keyword === undefined) return { name: adGroupName, where: campaignName };
  return { name: names.get(key) ?? keyword, where: `${campaignName} › ${adGroupName}` };
}
