import { type SearchAdsClient, wholeItems } from '@tapwise/adapters';
import { addDays, type Day, daysOfRange } from '@tapwise/domain';
import type { ComparedApplication, Difference } from './difference.ts';

type Level = Difference['level'];

/** Figures of one object, country and day. */
interface Cell {
  readonly level: Level;
  readonly id: number | string;
  readonly country: string;
  readonly day: Day;
  readonly figures: FigureSums;
}

interface Figures {
  readonly impressions: number;
  readonly taps: number;
  readonly tap_installs: number;
  readonly view_installs: number;
  readonly spend_micros: number;
  readonly currency?: string | undefined;
}
type FigureSums = { -readonly [Name in keyof Figures]: Figures[Name] };

/** Complete days before today. */
const comparedDays = 8;
/** Values that are compared in each cell. */
const valuesPerCell = 4;
const microsPerCent = 10_000;

/** Compares the figures of complete days on all levels. @returns how many values were compared. */
export async function compareFigures(compared: ComparedApplication, campaignIds: readonly number[]): Promise<number> {
  const older = await readCells(compared.older, compared, campaignIds);
  const newer = await readCells(compared.newer, compared, campaignIds);
  const keys = new Set([...older.keys(), ...newer.keys()]);
  for (const key of keys) compareCell(compared, older.get(key), newer.get(key));
  return keys.size * valuesPerCell;
}

const nothing: Figures = { impressions: 0, taps: 0, tap_installs: 0, view_installs: 0, spend_micros: 0 };

/** A cell that one of them does not have is one without activity there. */
function compareCell({ onDifference }: ComparedApplication, older: Cell | undefined, newer: Cell | undefined): void {
  const cell = older ?? newer;
  if (cell === undefined) return;
  const { level, id, country, day } = cell;
  const v5 = older?.figures ?? nothing;
  const v1 = newer?.figures ?? nothing;
  const compare = (field: string, of: (figures: Figures) => unknown): boolean => {
    if (of(v5) === of(v1)) return false;
    onDifference({ kind: 'report', level, id, country, day, field, v5: of(v5), v1: of(v1) });
    return true;
  };
  compare('impressions', ({ impressions }) => impressions);
  compare('taps', ({ taps }) => taps);
  if (!compare('installs', ({ tap_installs, view_installs }) => tap_installs + view_installs))
    compare('tap_installs', ({ tap_installs }) => tap_installs);
  compare('spend', ({ spend_micros }) => Math.round(spend_micros / microsPerCent) / 100);
  const hasSpend = v5.spend_micros !== 0 && v1.spend_micros !== 0;
  if (hasSpend) compare('settings_currency', ({ currency }) => currency ?? null);
}

async function readCells(
  client: SearchAdsClient,
  { orgId, currency, today }: ComparedApplication,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<string, Cell>> {
  const range = { orgId, currency, from: addDays(today, -comparedDays), to: addDays(today, -1) };
  const days = new Set(daysOfRange(range.from, range.to));
  const cells = new Map<string, Cell>();
  const add = (identity: Omit<Cell, 'figures'>, figures: Figures): void => {
    if (!days.has(identity.day)) return;
    const key = JSON.stringify([identity.level, identity.id, identity.country, identity.day]);
    const cell = cells.get(key) ?? { ...identity, figures: { ...nothing } };
    cells.set(key, cell);
    addFigures(cell.figures, figures);
  };
  const ours = new Set(campaignIds);
  for (const { campaign_id, day, row } of wholeItems(await client.report({ level: 'campaign', ...range }))) {
    if (ours.has(campaign_id)) add({ level: 'campaign', id: campaign_id, country: row.country, day }, row);
  }
  for (const campaignId of campaignIds) {
    const ofCampaign = { ...range, campaignId };
    for (const { day, row } of wholeItems(await client.report({ level: 'ad_group', ...ofCampaign })))
      add({ level: 'ad_group', id: row.ad_group_id, country: row.country, day }, row);
    for (const { day, row } of wholeItems(await client.report({ level: 'keyword', ...ofCampaign })))
      add({ level: 'keyword', id: row.keyword_id, country: row.country, day }, row);
    for (const { day, ad_id, country, figures } of wholeItems(await client.adFigures(ofCampaign)))
      add({ level: 'ad', id: ad_id, country, day }, figures);
    for (const { day, row } of wholeItems(await client.searchTerms(ofCampaign)))
      add({ level: 'search_term', id: termId(row), country: row.country, day }, row);
  }
  return cells;
}

/** Terms have no number: ad group, keyword and text distinguish them. */
const termId = ({ ad_group_id, keyword_id, text }: { ad_group_id: number; keyword_id: number; text: string }): string =>
  `${ad_group_id}:${keyword_id}:${text}`;

function addFigures(sums: FigureSums, figures: Figures): void {
  sums.impressions += figures.impressions;
  sums.taps += figures.taps;
  sums.tap_installs += figures.tap_installs;
  sums.view_installs += figures.view_installs;
  sums.spend_micros += figures.spend_micros;
  if (figures.currency !== undefined) sums.currency = figures.currency;
}
