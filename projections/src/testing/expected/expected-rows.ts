import { downloadsOfFigure, type Figure } from '../figure-events.ts';
import { isExact, textOf } from '../random/random-extras.ts';
import type { Person } from '../random/random-people.ts';
import { type AdsLevel, type ObjectState, observedObjects, stateKey } from '../random/random-structure.ts';
import type { World } from '../random/random-world.ts';
import { cellsOf, sumCounts } from './expected-cells.ts';
import { type ExpectedIdentity, expectedIdentity } from './expected-identity.ts';
import {
  chosen,
  downloadCounts,
  type Expected,
  expectedMaturity,
  expectedRow,
  expectedTotals,
  installDay,
  type Picked,
  rateOn,
  unattributed,
} from './expected-report.ts';
import type { RequestedReport } from './requested-report.ts';

/** A row with what it has beside its numbers. */
export interface ExpectedRow extends Expected {
  identity: ExpectedIdentity;
}
export type RowsOf = Map<string, ExpectedRow>;

export const personId = ({ campaignId, adGroupId, keywordId }: Person, level: AdsLevel): number =>
  level === 'campaign' ? Number(campaignId) : level === 'ad_group' ? adGroupId : (keywordId ?? 0);
const figureId = ({ campaignId, adGroupId, keywordId }: Figure, level: AdsLevel): number =>
  level === 'campaign' ? campaignId : level === 'ad_group' ? adGroupId : (keywordId ?? 0);

/** The rows of a report about objects of ads, by id. The ad service has shown the first two campaigns whole. */
export function expectedObjects(world: World, level: AdsLevel, request: RequestedReport): RowsOf {
  const { people, figures } = chosen(world, request);
  const observedIds = requestedObjects(level, request);
  const ids = new Set([
    ...observedIds,
    ...people.map((person) => personId(person, level)),
    ...figures.map((figure) => figureId(figure, level)),
  ]);
  const rows: RowsOf = new Map();
  const add = (id: number, picked: Picked) => {
    const row = expectedRow(world, request, picked);
    const maturity = expectedMaturity(world, request, picked.people);
    rows.set(String(id), { ...row, identity: { ...expectedIdentity(world, level, id, request), maturity } });
  };
  for (const id of ids) {
    const objectData = {
      people: people.filter((person) => personId(person, level) === id),
      figures: figures.filter((figure) => figureId(figure, level) === id),
    };
    const hasData = objectData.people.length > 0 || objectData.figures.length > 0;
    if (!isDisplayed(world, level, id, request, hasData)) continue;
    const adsUnknown =
      id === 0
        ? requestedObjects('ad_group', request).length === 0
        : !observedIds.includes(id) && !hasFigures(objectData);
    add(id, { ...objectData, adsUnknown, keywords: level === 'keyword' ? [id] : [] });
  }
  if (level !== 'campaign' || request.countries !== null || request.status !== 'all') return rows;
  for (const [id, kind] of [[0, 'organic'] as const, [-1, 'pending'] as const]) {
    add(id, { people: unattributed(world, request, kind), figures: [], keywords: [], adsUnknown: true });
  }
  return rows;
}

/** Keywords of one text in several places, in one row: their counts together, nothing averaged. */
export function expectedGroups(
  world: World,
  rows: RowsOf,
  request: RequestedReport,
): Map<string, ExpectedRow & { members: string[] }> {
  const byText = new Map<string, number[]>();
  for (const id of [...rows.keys()].map(Number).filter((keywordId) => observedObjects.keyword.includes(keywordId))) {
    const text = `${textOf(id).toLowerCase()} ${isExact(id)}`;
    byText.set(text, [...(byText.get(text) ?? []), id]);
  }
  const groups = new Map<string, ExpectedRow & { members: string[] }>();
  for (const ids of [...byText.values()].filter((groupIds) => groupIds.length > 1)) {
    const members = ids.map((id) => rows.get(String(id))).filter((row) => row !== undefined);
    const whole = expectedTotals(members, request, true);
    const same = (name: string) => {
      const values = new Set(members.map(({ identity }) => identity[name] ?? null));
      return values.size === 1 ? ([...values][0] ?? null) : null;
    };
    const people = chosen(world, request).people.filter((person) => ids.includes(person.keywordId ?? 0));
    const first = Math.min(...ids);
    const identity = {
      name: textOf(first),
      status: same('status'),
      group_id: null,
      labels: [],
      match_type: isExact(first) ? 'EXACT' : 'BROAD',
      campaign_id: same('campaign_id'),
      campaign_name: same('campaign_name'),
      ad_group_id: same('ad_group_id'),
      ad_group_name: same('ad_group_name'),
      cpt_bid: null,
      bids_set_by_apple: null,
      settings_currency: 'EUR',
      maturity: expectedMaturity(world, request, people),
      group_keywords: ids.length,
      group_campaigns: new Set(ids.map((id) => Math.floor(id / 100))).size,
      group_ad_groups: new Set(ids.map((id) => Math.floor(id / 10))).size,
    };
    const counts = sumCounts(members.map((member) => member.counts));
    groups.set(String(-first), { ...whole, counts, identity, members: ids.map(String) });
  }
  return groups;
}

const hasFigures = ({ figures }: Pick<Picked, 'figures'>): boolean => figures.length > 0;

/** Objects of the ad service that the question is about; at keyword level with the row for traffic without a keyword. */
function requestedObjects(level: AdsLevel, { campaignIds, adGroupId }: RequestedReport): number[] {
  const inCampaign = (id: number) => campaignIds === null || campaignIds.includes(Number(String(id)[0]));
  const inGroup = (id: number) =>
    level === 'campaign' || adGroupId === null || String(id).startsWith(String(adGroupId));
  const ids = observedObjects[level].filter((id) => inCampaign(id) && inGroup(id));
  return level === 'keyword' ? [...ids, 0] : ids;
}

function isDisplayed(world: World, level: AdsLevel, id: number, request: RequestedReport, hasData: boolean): boolean {
  if (level === 'keyword' && id === 0) {
    const groups = requestedObjects('ad_group', request);
    const matches = groups.some((group) => group % 10 === 0 && stateOf(world, 'ad_group', group) !== 'deleted');
    return request.status === 'all' && (matches || hasData);
  }
  const state = stateOf(world, level, id);
  if (request.status === 'all') return state === 'deleted' || state === undefined ? hasData : true;
  return state === (request.status === 'paused' ? 'paused' : 'running');
}

/** A keyword is deleted with its ad group. */
function stateOf(world: World, level: AdsLevel, id: number): ObjectState | undefined {
  const state = world.states.get(stateKey(level, id));
  if (level !== 'keyword' || state === undefined) return state;
  return world.states.get(stateKey('ad_group', Math.floor(id / 10))) === 'deleted' ? 'deleted' : state;
}

/** The rows of all countries, by code. */
export function expectedCountries(world: World, request: RequestedReport): RowsOf {
  const { people, figures } = chosen(world, request);
  const codes = new Set([...people.map((person) => person.country), ...figures.map((figure) => figure.country)]);
  return new Map(
    [...codes].map((code) => {
      const picked = {
        people: people.filter((person) => person.country === code),
        figures: figures.filter((figure) => figure.country === code),
      };
      const identity = { name: code, status: null, country: code };
      return [code, { ...expectedRow(world, request, { ...picked, keywords: [], adsUnknown: false }), identity }];
    }),
  );
}

/** The months of 2026 up to March; the first two are known as a whole, whatever some of their days say. */
export function expectedMonths(world: World, request: RequestedReport): RowsOf {
  const year = { ...request, from: '2026-01-01', to: '2026-03-31' };
  const { people, figures } = chosen(world, year);
  return new Map(
    ['2026-01', '2026-02', '2026-03'].map((month) => {
      const whole = world.extras.months.filter(
        (monthFigure) =>
          monthFigure.month === `${month}-01` &&
          (request.countries === null || request.countries.includes(monthFigure.country)),
      );
      const monthPeople = people.filter((person) => installDay(person, request.timeZone).startsWith(month));
      const ofDays = month === '2026-03' ? figures.filter((figure) => figure.day.startsWith(month)) : [];
      const row = expectedRow(world, year, { people: monthPeople, figures: ofDays, keywords: [], adsUnknown: false });
      const added = whole.map((monthFigure) => ({
        impressions: monthFigure.impressions,
        taps: monthFigure.taps,
        tapInstalls: monthFigure.tapInstalls,
        viewInstalls: monthFigure.viewInstalls,
        ...Object.fromEntries(
          Object.entries(downloadCounts).map(([count, name]) => [count, downloadsOfFigure(monthFigure)[name]]),
        ),
        spend:
          (monthFigure.spendMicros / 1e6) * (rateOn('EUR', monthFigure.month, world, request.currency) ?? Number.NaN),
      }));
      const counts = added.reduce((sum, more) => sumCounts([sum, { ...emptyCounts(row), ...more }]), row.counts);
      return [month, { ...row, counts, cells: cellsOf(counts, request.claimType), identity: { month } }];
    }),
  );
}

function emptyCounts(row: Expected): Expected['counts'] {
  return Object.fromEntries(Object.keys(row.counts).map((name) => [name, 0])) as unknown as Expected['counts'];
}

const charted = [
  'impressions',
  'taps',
  'installs',
  'new_downloads',
  'redownloads',
  'pre_orders',
  'trials',
  'conversions',
  'spend',
  'predicted_income',
  'current_income',
  'ttr',
  'cr',
  'ir',
  'cpt',
  'cpa',
  'predicted_ltv',
  'current_ltv',
  'predicted_roas',
  'current_roas',
];

/** The buckets of each object of ads, in order, by id. */
export function expectedSeries(
  world: World,
  level: AdsLevel,
  request: RequestedReport,
  granularity: 'day' | 'week' | 'month',
): Map<string, Record<string, number | string | null>[]> {
  const whole = expectedObjects(world, level, request);
  const ids = [...whole.keys()].map(Number).filter((id) => id > 0);
  const buckets = new Map<string, string[]>();
  for (let ms = Date.parse(request.from); ms <= Date.parse(request.to); ms += 86_400_000) {
    const day = new Date(ms).toISOString().slice(0, 10);
    const name = bucketName(ms, granularity);
    buckets.set(name, [...(buckets.get(name) ?? []), day]);
  }
  const dates = [...buckets.keys()];
  return new Map(
    ids.map((id) => [
      String(id),
      dates.map((date, index) => {
        const days = buckets.get(date) ?? [];
        const part = { ...request, from: days[0] ?? '', to: days.at(-1) ?? '' };
        const { people, figures } = chosen(world, part);
        const adsUnknown = whole.get(String(id))?.counts.impressions === null;
        const row = expectedRow(world, part, {
          people: people.filter((person) => personId(person, level) === id),
          figures: figures.filter((figure) => figureId(figure, level) === id),
          keywords: keywordsOf(level, id),
          adsUnknown,
        });
        const cells = Object.fromEntries(charted.map((name) => [name, row.cells[name] ?? null]));
        const share: Record<string, number | null> =
          level === 'campaign' ? {} : { impression_share: row.cells.impression_share ?? null };
        const isCurrent = index === dates.length - 1 && observedObjects[level].includes(id);
        return { date, ...cells, ...share, ...settings(level, isCurrent) };
      }),
    ]),
  );
}

function keywordsOf(level: AdsLevel, id: number): number[] {
  if (level === 'keyword') return [id];
  return level === 'ad_group' ? [id * 10, id * 10 + 1] : [];
}

/** Bids and caps as they are set now are in the last bucket only. */
function settings(level: AdsLevel, isCurrent: boolean): Record<string, number | null> {
  if (level === 'campaign') return { daily_cap: isCurrent ? 50 : null };
  if (level === 'keyword') return { cpt_bid: isCurrent ? 0.9 : null };
  return { cpt_bid: isCurrent ? 1.5 : null, cpa_goal: null };
}

function bucketName(ms: number, granularity: 'day' | 'week' | 'month'): string {
  const day = new Date(ms).toISOString().slice(0, 10);
  if (granularity === 'day') return day;
  if (granularity === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = (new Date(ms).getUTCDay() + 6) % 7;
  return new Date(ms - weekday * 86_400_000).toISOString().slice(0, 10);
}
