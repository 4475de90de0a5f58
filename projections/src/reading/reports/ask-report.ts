import { type ClickHouseClient, inSpan } from '@tapwise/adapters';
import { describeGaps, type RowOptions } from '@tapwise/domain';
import { fromWholeTables } from '../whole-tables.ts';
import type { ObjectFacts } from './facts/gather-facts.ts';
import { ownLabels } from './facts/label-facts.queries.ts';
import { type ReadFacts, readFacts } from './facts/read-facts.ts';
import { type Grain, grains } from './grain.ts';
import type { Report, ReportCells, ReportQuestion, ReportRow } from './report.ts';
import { gapsOf } from './report-gaps.ts';
import { baseOf, baseWithoutAds } from './rows/base-sums.ts';
import { withKeywordGroups } from './rows/keyword-groups.ts';
import { type DraftRow, draftRows, type IdentifiedRow, planOf, reportRows, reportTotals } from './rows/report-rows.ts';
import { type AdsLevel, emptySettings, nameOf, objectSettings, statusOf } from './rows/report-settings.ts';
import { rowsOfWindow } from './rows/row-window.ts';

type Ask = (client: ClickHouseClient, question: ReportQuestion, signal?: AbortSignal) => Promise<Report>;

/** Rows per campaign, with `Organic` and `Attribution pending` while neither country nor status is filtered. */
export const campaignReport = reportOf('campaign', grains.campaign);

/** Rows per ad group of `question.campaignId`. */
export const adGroupReport = reportOf('ad_group', grains.ad_group);

/** Rows per keyword of `question.adGroupId`, row 0 being its traffic without a keyword. */
export const keywordReport = reportOf('keyword', grains.keyword);

/** Rows per keyword of `question.campaignIds`, row 0 being the traffic of all their ad groups without a keyword. */
export const allKeywordsReport = reportOf('keyword', grains.all_keywords);

/** Rows per country of the whole application and organization; users without a campaign are in none. */
export const countryReport: Ask = fromWholeTables(askCountryReport);

function reportOf(level: AdsLevel, grain: Grain): Ask {
  return fromWholeTables((client: ClickHouseClient, question: ReportQuestion, signal?: AbortSignal) =>
    inSpan(
      () => ({ name: `report ${level}`, kind: 'internal', attributes: {} }),
      () => askReport(client, level, grain, question, signal),
    ),
  );
}

async function askReport(
  client: ClickHouseClient,
  level: AdsLevel,
  grain: Grain,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Report> {
  const read = await readFacts(client, grain, question, { signal });
  const rows = draftRows(grain, read.facts, question, read.state.asOf.ads !== null);
  const identified = (draft: DraftRow): IdentifiedRow => ({
    identity: { ...identityOf(draft, level, grain, question, read), maturity: maturityOf(draft.facts, read) },
    facts: draft.facts,
    base: draft.base,
    counts: draft.id > 0 || level === 'keyword',
  });
  const displayed = rows.map(({ facts }) => facts);
  const gaps = gapsOf({ ...read, displayed, question, level, warnsOfUsers: level === 'campaign' });
  const warning = describeGaps(gaps, question.scope.currency);
  const options = { claimType: question.claimType, level };
  return {
    ...rowsOf(rows, identified, options, question),
    asOf: read.state.asOf,
    position: read.state.position,
    ...(warning === undefined ? {} : { warning }),
  };
}

/** All rows, or those of a window; totals are always those of all. */
function rowsOf(
  drafts: readonly DraftRow[],
  identified: (draft: DraftRow) => IdentifiedRow,
  options: RowOptions & { readonly level: AdsLevel },
  question: ReportQuestion,
): Pick<Report, 'rows' | 'totals' | 'rowCount'> {
  const { window, group } = question;
  if (window === undefined) {
    const all = drafts.map(identified);
    const { rows, totals } = reportRows(all, options, question);
    return { rows: group === undefined ? rows : withKeywordGroups(all, rows, options, question), totals };
  }
  const columns = { plan: planOf(options, question), identityOf: (draft: DraftRow) => identified(draft).identity };
  const chosen = rowsOfWindow(drafts, window, columns).map(identified);
  const counted = drafts.filter(({ id }) => id > 0 || options.level === 'keyword');
  const { rows } = reportRows(chosen, options, question);
  return { rows, totals: reportTotals(counted, options, question), rowCount: drafts.length };
}

async function askCountryReport(
  client: ClickHouseClient,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Report> {
  const wholeQuestion: ReportQuestion = { ...question, status: 'all' };
  const read = await readFacts(client, grains.country, wholeQuestion, { signal });
  const countryFacts = [...(read.facts.buckets.get('')?.values() ?? [])].filter((facts) => facts.object !== '');
  const adsArePulled = read.state.asOf.ads !== null || countryFacts.some((facts) => facts.ads !== undefined);
  const drafts = countryFacts
    .sort((a, b) => (a.object < b.object ? -1 : 1))
    .map((facts) => ({
      identity: { id: facts.object, name: facts.object, status: null, country: facts.object },
      facts,
      base: adsArePulled ? baseOf(facts) : baseWithoutAds(facts),
      counts: true,
    }));
  const gaps = gapsOf({ ...read, displayed: countryFacts, question, level: 'country', warnsOfUsers: false });
  const warning = describeGaps(gaps, question.scope.currency);
  return {
    ...reportRows(drafts, { claimType: question.claimType, level: 'country' }, question),
    asOf: read.state.asOf,
    position: read.state.position,
    ...(warning === undefined ? {} : { warning }),
  };
}

const unattributed: Readonly<Record<number, string>> = { 0: 'Organic', [-1]: 'Attribution pending' };

/** What a row is and how its object is set. Rows of users without a campaign have no parents and no settings. */
function identityOf(
  { id, facts }: DraftRow,
  level: AdsLevel,
  grain: Grain,
  { scope, campaignId = 0, adGroupId = 0 }: ReportQuestion,
  read: ReadFacts,
): Pick<ReportRow, 'id' | 'name' | 'status'> & Omit<ReportCells, 'products'> {
  const parents =
    grain.within === 'campaigns'
      ? parentsOf(id, facts, read)
      : {
          ...(level === 'campaign' ? {} : { campaign_id: campaignId }),
          ...(level === 'keyword' ? { ad_group_id: adGroupId } : {}),
        };
  if (id <= 0) {
    const name = level === 'keyword' ? 'Search Match' : (unattributed[id] ?? '');
    return { id, name, status: null, labels: [], ...parents, ...emptySettings(level, scope.orgCurrency) };
  }
  const name = nameOf(level, id, facts.structure);
  return {
    id,
    name,
    status: statusOf(facts.structure),
    labels: ownLabels(read.facts.labels, facts.structure),
    ...parents,
    ...objectSettings(level, facts, scope.orgCurrency),
  };
}

/** Parents of a keyword; the traffic of all ad groups without a keyword has none. */
function parentsOf(
  id: number,
  { campaignId, adGroupId }: ObjectFacts,
  { facts }: ReadFacts,
): Omit<ReportCells, 'products'> {
  if (id <= 0) return { campaign_id: null, ad_group_id: null, campaign_name: null, ad_group_name: null };
  const group = facts.adGroups.get(adGroupId);
  return {
    campaign_id: campaignId,
    ad_group_id: adGroupId,
    campaign_name: nameOf('campaign', campaignId, facts.campaigns.get(campaignId)),
    ad_group_name: nameOf('ad_group', adGroupId, group),
  };
}

function maturityOf({ people }: ObjectFacts, { maturity }: ReadFacts): number | null {
  if (maturity.length === 0 || people === undefined || people.first_launches === 0) return null;
  return people.maturity / people.first_launches;
}
