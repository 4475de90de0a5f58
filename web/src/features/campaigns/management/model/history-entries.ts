import type { Change } from '@tapwise/contract';
import { addDays, type Day, dayMs } from '@tapwise/contract/calendar';
import { formatDay, formatWeekday, formatWeekdayDate } from '../../../../shared/calendar/day-texts.ts';
import { isDone } from '../../../../shared/campaigns/changes/outcomes.ts';
import { formatCount, formatExact, formatMoney, unknown } from '../../../../shared/format/numbers.ts';
import { managementMessages as words } from '../messages.ts';

/** One change with its rows, as the list shows it. */
export interface HistoryEntry {
  /** Of the change; for what was seen in a pull that of its one row. */
  id: string;
  changeId: string | null;
  /** Of an undo: the change it took back. */
  undoes: string | null;
  day: string;
  at: string;
  kind: Change['actor_kind'];
  actor: string;
  /** "7 bids", "Daily cap", "Paused". */
  what: string;
  where: string;
  reason: string;
  rows: readonly Change[];
  /** The one old and new value of all rows; `null` where they differ. */
  values: { old: string; new: string } | null;
  /** Rows, also those of a creation that are not listed. */
  count: number;
  failed: number;
  open: number;
  /** Whether it can be undone, or why it cannot be; campaigns that were created can be paused instead. */
  undo:
    | { state: 'offered' }
    | { state: 'pause'; campaigns: readonly { id: number; name: string }[] }
    | { state: 'refused'; reason: string };
}

/** Names of product pages by the ids of their creatives. */
export type PageNames = ReadonlyMap<number, string>;
const noNames: PageNames = new Map();

/** What rows do not say themselves. */
interface EntryContext {
  /** Changes that made a campaign of their own, which no undo takes back. */
  campaigns?: ReadonlySet<string>;
  pages?: PageNames;
}

/** Rows of the answer by the change they belong to, newest first. */
export function historyEntries(
  changes: readonly Change[],
  now: number,
  { campaigns = new Set(), pages = noNames }: EntryContext = {},
): HistoryEntry[] {
  const byChange = new Map<string, [Change, ...Change[]]>();
  for (const change of changes) {
    const id = change.change_id ?? change.id;
    const rows = byChange.get(id);
    if (rows === undefined) byChange.set(id, [change]);
    else rows.push(change);
  }
  return [...byChange].map(([id, rows]) => entryOf(id, rows, undoOf(rows, now, campaigns.has(id)), pages));
}

function entryOf(
  id: string,
  rows: readonly [Change, ...Change[]],
  undo: HistoryEntry['undo'],
  pages: PageNames,
): HistoryEntry {
  const [first] = rows;
  const text = (value: Change['old']): string => valueText(value, first.field, pages);
  const done = rows.filter(({ outcome }) => isDone(outcome));
  const open = rows.filter(({ outcome }) => outcome === 'unknown');
  const pairs = new Set(rows.map((row) => `${valueText(row.old, row.field)} ${valueText(row.new, row.field)}`));
  return {
    id,
    changeId: first.change_id,
    undoes: first.undoes,
    day: first.day,
    at: first.at,
    kind: first.actor_kind,
    rows,
    actor: first.actor,
    what: whatOf(first, rows),
    where: whereOf(rows),
    reason: first.reason ?? (first.actor_kind === 'apple' ? words.seen : ''),
    values: pairs.size === 1 ? { old: text(first.old), new: text(first.new) } : null,
    count: countAlike(rows),
    failed: countAlike(rows.filter((row) => !done.includes(row) && !open.includes(row))),
    open: open.length,
    undo,
  };
}

/** A value of a setting as the history says it: amounts to their last decimal, a product page by its name where that is known. */
export function valueText(value: Change['old'], field: string, pages: PageNames = noNames): string {
  if (value === null) return unknown;
  if (field === 'creative') return pages.get(Number(value)) ?? words.productPage(Number(value));
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'string') return words.statuses[value] ?? value;
  return value < 100 ? formatMoney(value) : formatExact(value);
}

function whatOf(first: Change, rows: readonly Change[]): string {
  const fields = new Set(rows.map(({ field }) => field));
  if (first.actor_kind === 'creation') {
    const added = addedBy(rows);
    if (added.length > 0) return added.join(', ');
  }
  if (rows.length === 1) return words.fields[first.field] ?? first.field;
  const kind = fields.size === 1 ? (words.kinds[first.field] ?? words.settings) : words.settings;
  return `${rows.length} ${kind[1]}`;
}

/** "2,288 keywords", "39 negative keywords": a creation lists some of its rows, each of which says how many are like it. */
function addedBy(rows: readonly Change[]): string[] {
  return (['keyword', 'negative'] as const).flatMap((field) => {
    const count = countAlike(rows.filter((row) => row.field === field));
    return count === 0 ? [] : [`${formatCount(count)} ${words.kinds[field]?.[count === 1 ? 0 : 1] ?? field}`];
  });
}

/** How many rows there are, listed or not. */
function countAlike(rows: readonly Change[]): number {
  const groups = new Map<string, { listed: number; alike: number }>();
  for (const { field, outcome, alike } of rows) {
    const group = `${field} ${outcome}`;
    groups.set(group, { listed: (groups.get(group)?.listed ?? 0) + 1, alike });
  }
  return [...groups.values()].reduce((sum, { listed, alike }) => sum + Math.max(listed, alike), 0);
}

/** The object of a single row, else the smallest thing that holds all rows. */
function whereOf(rows: readonly Change[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  if (rows.length === 1) return first.name;
  const same = (name: (row: Change) => string | null) => new Set(rows.map(name)).size === 1;
  if (first.actor_kind === 'creation' && same((row) => row.campaign_name)) return first.campaign_name;
  if (first.level === 'keyword' && same((row) => row.ad_group_name)) return first.ad_group_name ?? first.campaign_name;
  return first.level !== 'campaign' && same((row) => row.campaign_name) ? first.campaign_name : '';
}

const offeredMs = 90 * dayMs;

/** What the server will say anyway, said before it is asked. */
function undoOf(rows: readonly Change[], now: number, ownCampaign: boolean): HistoryEntry['undo'] {
  const refused = (reason: string) => ({ state: 'refused', reason }) as const;
  const made = rows.filter(({ outcome }) => outcome === 'changed' || outcome === 'unknown');
  const [first] = rows;
  if (first === undefined || first.change_id === null || made.length === 0) return refused('');
  if (made.every((row) => row.new === 'DELETED')) return refused(words.noUndoOf.deleted);
  const added = made.filter(({ level, field }) => level === 'campaign' && field === 'status');
  if (first.actor_kind === 'creation' && added.length > 0) {
    return { state: 'pause', campaigns: added.map(({ campaign_id: id, campaign_name: name }) => ({ id, name })) };
  }
  if (ownCampaign) return refused(words.noUndoOf.unfinished);
  if (made.every(({ field }) => field === 'budget')) return refused(words.noUndoOf.raised);
  return now - Date.parse(first.at) > offeredMs ? refused(words.noUndoOf.old) : { state: 'offered' };
}

/** By the id of an entry: what it took back, and what took it back. */
export type UndoLinks = ReadonlyMap<string, { undoes?: HistoryEntry; undoneBy?: HistoryEntry }>;

/** Joins undos with what they took back. A change whose undo was itself taken back holds again. */
export function linkUndos(entries: readonly HistoryEntry[]): UndoLinks {
  const byChange = new Map(
    entries.flatMap((entry) => (entry.changeId === null ? [] : [[entry.changeId, entry] as const])),
  );
  const links = new Map<string, { undoes?: HistoryEntry; undoneBy?: HistoryEntry }>();
  const takenBack = new Set(entries.map(({ undoes }) => undoes));
  for (const entry of entries) {
    const original = byChange.get(entry.undoes ?? '');
    if (original === undefined) continue;
    links.set(entry.id, { ...links.get(entry.id), undoes: original });
    if (!takenBack.has(entry.changeId)) links.set(original.id, { ...links.get(original.id), undoneBy: entry });
  }
  return links;
}

/** The line above the changes of a day: `Today, 21 Nov`, `Yesterday, 20 Nov`, `Thu 19 Nov`, `Wed 19 Nov 2025` in another year. */
export function dayLine(day: Day, today: Day): string {
  if (day === today) return `Today, ${formatDay(day, today)}`;
  if (day === addDays(today, -1)) return `Yesterday, ${formatDay(day, today)}`;
  return day.slice(0, 4) === today.slice(0, 4) ? formatWeekday(day) : formatWeekdayDate(day);
}
