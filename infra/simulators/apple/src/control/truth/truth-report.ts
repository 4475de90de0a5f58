import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Acknowledgements } from '../../app-users/acknowledgements.ts';
import { type DayNumber, dayAt } from '../../base/calendar/calendar-days.ts';
import type { ActivityStore } from '../../market/activity/activity-store.ts';
import {
  IMPRESSIONS,
  METRIC_COUNT,
  noFigures,
  SPEND,
  TAP_NEW_DOWNLOADS,
  TAP_REDOWNLOADS,
  TAPS,
  VIEW_NEW_DOWNLOADS,
  VIEW_REDOWNLOADS,
} from '../../market/activity/metrics.ts';
import type { TermDays } from '../../market/impression-share/term-days.ts';
import { isAttributed, type PeopleSource, type Person, peopleOf } from '../../market/people/person.ts';
import { purchaseStoryOf } from '../../market/people/purchase-story.ts';
import { type Converter, createConverter } from '../../market/sales/proceeds.ts';
import type { App } from '../../market/world/apps.ts';
import type { Organization } from '../../market/world/organizations.ts';
import { type Campaign, countryOfCell, type Target, targetOfCell } from '../../market/world/structure.ts';
import type { World } from '../../market/world/world.ts';
import { addKeywordShares, type KeywordShares, noShares } from './keyword-truth.ts';
import { addPeople, noPeople, type PeopleFigures, tallyPerson } from './person-tally.ts';

export type TruthLevel = 'campaign' | 'ad_group' | 'keyword';
type Claim = 'click' | 'view';

/** Which truth is wanted; days are inclusive and in the organization's zone. */
export interface TruthQuestion {
  readonly app: App;
  readonly org: Organization;
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly level: TruthLevel;
  /** Only this campaign storefront; null = all. */
  readonly country: string | null;
  readonly currency: string;
  readonly asOf: number;
}

export interface TruthSite {
  readonly world: World;
  readonly activity: ActivityStore;
  readonly terms: TermDays;
  readonly delivered: Acknowledgements;
}

type ClaimFigures = PeopleFigures & { installs: number };

interface TruthRow {
  readonly id: number;
  readonly campaign_id: number;
  readonly ad_group_id: number | null;
  readonly keyword_id: number | null;
  readonly name: string;
  readonly figures: Float64Array;
  spendInAppCurrency: number;
  /** Null above keyword level, and for Search Match. */
  readonly shares: (KeywordShares & { readonly matchType: string }) | null;
  readonly claims: Record<Claim, ClaimFigures>;
}

/** What really happened, as far as reports show it and the product has acknowledged it. */
export interface TruthReport {
  readonly rows: readonly object[];
  readonly organic: PeopleFigures;
  readonly pending: PeopleFigures;
}

/** Counts from the events themselves; knows nothing of how the product counts. */
export async function truthReport(site: TruthSite, question: TruthQuestion): Promise<TruthReport> {
  const { world } = site;
  const rows = new Map<string, TruthRow>();
  const converter = createConverter(world.rates, question.asOf);
  const campaigns = world.campaigns.filter(
    (campaign) => campaign.app === question.app && campaign.org === question.org,
  );
  const result = { organic: noPeople(), pending: noPeople() };
  for (const campaign of campaigns) {
    for (let day = question.from; day <= question.to; day += 1) addAds(site, question, rows, campaign, day, converter);
    await nextTurn();
  }
  for (const source of sourcesIn(world, question)) {
    for (const person of peopleOf(world, site.activity, source))
      addPerson(site, question, { rows, converter, ...result }, person);
    await nextTurn();
  }
  return { rows: [...rows.values()].sort((left, right) => left.id - right.id).map(displayedRow), ...result };
}

function addAds(
  site: TruthSite,
  question: TruthQuestion,
  rows: Map<string, TruthRow>,
  campaign: Campaign,
  day: DayNumber,
  converter: Converter,
): void {
  if (question.level === 'keyword') {
    const shareSite = { ...site, asOf: question.asOf, country: question.country };
    addKeywordShares(
      shareSite,
      campaign,
      day,
      (target) => rowOf(rows, 'keyword', campaign, target).shares ?? noShares(),
    );
  }
  const { cells, figures } = site.activity.cells(campaign, day, question.asOf);
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] as number;
    if (question.country !== null && countryOfCell(campaign, cell) !== question.country) continue;
    const row = rowOf(rows, question.level, campaign, targetOfCell(campaign, cell));
    for (let metric = 0; metric < METRIC_COUNT; metric += 1) {
      row.figures[metric] = (row.figures[metric] as number) + (figures[index * METRIC_COUNT + metric] as number);
    }
    const spend = (figures[index * METRIC_COUNT + SPEND] as number) / 10_000;
    row.spendInAppCurrency += converter.convert(spend, campaign.org.currency, question.currency, day);
  }
}

/** People are found by the day of their install, but counted by the day of their first launch, which may be the next. */
function sourcesIn(world: World, question: TruthQuestion): readonly PeopleSource[] {
  const sources: PeopleSource[] = [];
  for (let day = question.from - 1; day <= question.to; day += 1) {
    for (const campaign of world.campaigns) {
      if (campaign.app !== question.app || campaign.org !== question.org) continue;
      sources.push({ kind: 'campaign', index: campaign.index, day });
    }
  }
  for (const org of world.organizations.filter((other) => other !== question.org)) {
    for (let day = question.from - 2; day <= question.to + 1; day += 1)
      sources.push(...unattributedSources(world, question.app, org, day));
  }
  for (let day = question.from - 1; day <= question.to + 1; day += 1)
    sources.push({ kind: 'organic', index: question.app.index, day });
  return sources;
}

/** Campaigns of the app's other organizations whose installs AdServices does not attribute: organic to everyone. */
function unattributedSources(world: World, app: App, org: Organization, day: DayNumber): readonly PeopleSource[] {
  return world.campaigns
    .filter(
      (campaign) =>
        campaign.app === app && campaign.org === org && campaign.adGroups.some((group) => group.gender !== null),
    )
    .map((campaign): PeopleSource => ({ kind: 'campaign', index: campaign.index, day }));
}

interface Sums {
  readonly rows: Map<string, TruthRow>;
  readonly converter: Converter;
  readonly organic: PeopleFigures;
  readonly pending: PeopleFigures;
}

function addPerson(site: TruthSite, question: TruthQuestion, sums: Sums, person: Person): void {
  const { delivered, world } = site;
  if (person.launchedAt > question.asOf) return;
  const cohortDay = dayAt(question.org.timeZone, person.launchedAt);
  if (cohortDay < question.from || cohortDay > question.to) return;
  const isPending = delivered.isInstallPending(person);
  if (!isPending && !delivered.isInstallDelivered(person)) return;
  const { origin } = person;
  const attributed = isAttributed(origin) ? origin : null;
  if (attributed !== null && attributed.campaign.org !== question.org) return;
  const tally = tallyPerson(person, purchaseStoryOf(world, person), {
    delivered,
    converter: sums.converter,
    currency: question.currency,
  });
  if (isPending || attributed === null) {
    addPeople(isPending ? sums.pending : sums.organic, tally);
    return;
  }
  if (question.country !== null && person.country !== question.country) return;
  const row = rowOf(sums.rows, question.level, attributed.campaign, attributed.target);
  addPeople(row.claims[attributed.claim], tally);
}

function rowOf(rows: Map<string, TruthRow>, level: TruthLevel, campaign: Campaign, target: Target): TruthRow {
  const adGroup = level === 'campaign' ? null : target.adGroup;
  const keyword = level === 'keyword' ? target.keyword : null;
  const key = `${campaign.id}/${adGroup?.id}/${keyword?.id}`;
  const existing = rows.get(key);
  if (existing !== undefined) return existing;
  const blank = (): ClaimFigures => ({ installs: 0, ...noPeople() });
  const made: TruthRow = {
    id: level === 'keyword' ? (keyword?.id ?? 0) : (adGroup?.id ?? campaign.id),
    campaign_id: campaign.id,
    ad_group_id: adGroup?.id ?? null,
    keyword_id: keyword?.id ?? null,
    name: level === 'keyword' ? (keyword?.text ?? 'Search Match') : (adGroup?.name ?? campaign.name),
    figures: noFigures(),
    spendInAppCurrency: 0,
    shares: keyword === null ? null : { ...noShares(), matchType: keyword.matchType },
    claims: { click: blank(), view: blank() },
  };
  rows.set(key, made);
  return made;
}

function displayedRow(row: TruthRow): object {
  const at = (metric: number) => row.figures[metric] as number;
  const click = { ...row.claims.click, installs: at(TAP_NEW_DOWNLOADS) + at(TAP_REDOWNLOADS) };
  const view = { ...row.claims.view, installs: at(VIEW_NEW_DOWNLOADS) + at(VIEW_REDOWNLOADS) };
  const total = { ...click };
  for (const name of Object.keys(total) as (keyof ClaimFigures)[]) total[name] += view[name];
  return {
    id: row.id,
    campaign_id: row.campaign_id,
    ad_group_id: row.ad_group_id,
    keyword_id: row.keyword_id,
    name: row.name,
    impressions: at(IMPRESSIONS),
    taps: at(TAPS),
    spend: (at(SPEND) / 10_000).toFixed(4),
    spend_app_currency: row.spendInAppCurrency,
    claims: { click, view, total },
    ...displayedShares(row),
  };
}

const displayedShares = ({ shares }: TruthRow): object =>
  shares === null
    ? {}
    : {
        match_type: shares.matchType,
        matched_impressions: shares.matched,
        shared_impressions: shares.shared,
        available_impressions: shares.available,
        ranked_impressions: shares.shared,
        rank_impressions: shares.ranked,
      };
