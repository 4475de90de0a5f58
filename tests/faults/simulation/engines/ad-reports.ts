import { type Reading, type ReportFigures, type SearchAdsClient, SearchAdsError } from '@tapwise/adapters';
import type { AdsReportRow, ReportLevel } from '@tapwise/domain';
import { figureNames } from '../../../../domain/src/campaigns/ads-report/figure-rows.ts';
import type { ReportQuestion } from '../../../../infra/adapters/src/apple/ad-service/reports/questions.ts';
import type { Random } from '../../../../projections/src/testing/random/seeded-random.ts';
import { adGroup, campaign, keyword } from '../../../../projections/src/testing/sample-events.ts';
import type { Network } from '../time/network.ts';
import { openAdObjects } from './ad-creations.ts';
import { type AdMarket, type MarketKeyword, openAdMarket } from './ad-market.ts';
import type { AdObjects } from './ad-objects.ts';

/** A row of the report of a level. */
type LeveledFigures = ReportFigures & { readonly level: ReportLevel };
type Counts = Pick<AdsReportRow, 'impressions' | 'taps' | 'tap_installs' | 'view_installs' | 'spend_micros'>;

const nothing: Counts = { impressions: 0, taps: 0, tap_installs: 0, view_installs: 0, spend_micros: 0 };

/** The ad service's figures of keywords, by day; those of what lies above are sums of them. */
export class AdReports {
  readonly #keywords: readonly MarketKeyword[];
  readonly #days = new Map<string, Map<number, Counts>>();
  /** Every figure that an answer could hold since the beginning. */
  readonly #given = new Set<string>();
  readonly #objects = new Map<string, LeveledFigures>();

  constructor(keywords: readonly MarketKeyword[]) {
    this.#keywords = keywords;
  }

  /** Other figures of a keyword on a day, which may be lower, or none any more. */
  restate(random: Random, { keywordId }: MarketKeyword, day: string): void {
    const figures = this.#days.get(day) ?? new Map<number, Counts>();
    this.#days.set(day, figures);
    if (random.next() < 0.15) figures.delete(keywordId);
    else
      figures.set(keywordId, {
        impressions: 100 + random.upTo(900),
        taps: 1 + random.upTo(60),
        tap_installs: random.upTo(10),
        view_installs: random.upTo(3),
        spend_micros: 10_000 * random.upTo(500),
      });
    const now = new Map(this.all().map((row) => [objectOf(row), row]));
    for (const [object, row] of now) this.#objects.set(object, row);
    for (const [object, row] of this.#objects) {
      const counts = now.get(object)?.row ?? nothing;
      for (const name of figureNames) this.#given.add(figureText(row, name, counts[name]));
    }
  }

  /** Whether the service ever answered so about each of the figures; nothing, of what was not there any more. */
  wasGiven(row: LeveledFigures): boolean {
    return figureNames.every((name) => this.#given.has(figureText(row, name, row.row[name])));
  }

  /** All rows as they are now. */
  all(): LeveledFigures[] {
    return (['campaign', 'ad_group', 'keyword'] as const).flatMap((level) =>
      [...this.#days].flatMap(([day, figures]) => rowsOf(this.#keywords, level, day, figures)),
    );
  }

  answer({ level, campaignId, from, to }: ReportQuestion): ReportFigures[] {
    return this.all()
      .filter((row) => row.level === level && row.day >= from && row.day <= to)
      .filter(({ campaign_id }) => campaignId === undefined || campaign_id === campaignId)
      .map(({ campaign_id, day, row }) => ({ campaign_id, day, row }));
  }
}

/** What a row is about. */
export const objectOf = ({
  level,
  campaign_id,
  day,
  row: { ad_group_id, keyword_id, country },
}: LeveledFigures): string => [level, day, campaign_id, ad_group_id, keyword_id, country].join(' ');

const figureText = (row: LeveledFigures, name: string, value: number): string => `${objectOf(row)} ${name} ${value}`;

/** What a row says. */
export const textOf = (row: LeveledFigures): string =>
  [objectOf(row), ...figureNames.map((name) => row.row[name])].join(' ');

function rowsOf(
  keywords: readonly MarketKeyword[],
  level: ReportLevel,
  day: string,
  figures: ReadonlyMap<number, Counts>,
): LeveledFigures[] {
  const sums = new Map<string, LeveledFigures>();
  for (const { campaignId, adGroupId, keywordId } of keywords) {
    const counts = figures.get(keywordId);
    if (counts === undefined) continue;
    const ad_group_id = level === 'campaign' ? 0 : adGroupId;
    const keyword_id = level === 'keyword' ? keywordId : 0;
    const id = `${campaignId} ${ad_group_id} ${keyword_id}`;
    const { row } = sums.get(id) ?? { row: { ...nothing, ad_group_id, keyword_id, country: 'US' } };
    const sum = { ...row };
    for (const name of figureNames) sum[name] += counts[name];
    sums.set(id, { level, campaign_id: campaignId, day, row: sum });
  }
  return [...sums.values()];
}

interface ReportsAccess {
  readonly market: AdMarket;
  readonly objects: AdObjects;
  readonly reports: AdReports;
  readonly network: Network;
  readonly random: Random;
}

const patienceMs = 30_000;
/** Of answers while calls go wrong. */
const incompletePart = 0.2;
/** The service gives so many days here; each is a stream that is asked for. */
const oldestDayAge = 6;

const shortList = {
  state: 'partial',
  reason: 'short_list',
  http_status: null,
  operation: 'POST /reports',
  detail: 'cut off',
} as const;

/** The ad service as a program on one machine reaches it: what pulls need of it. */
export function openAdReports({ market, objects, reports, network, random }: ReportsAccess): SearchAdsClient {
  const fault = (): Error => new SearchAdsError('no answer', { retry: true });
  const remembered = new Map<string, readonly unknown[]>();
  /** The same answer as before is the very same array. At times the last of its items are missing, and it says so. */
  const ask = async <Item>(name: string, effect: () => readonly Item[]): Promise<Reading<Item>> => {
    const isShort = network.isBad() && random.next() < incompletePart;
    const items = await network.call('ad service', effect, { fault, patienceMs });
    const given = isShort ? items.slice(0, random.upTo(items.length + 1)) : items;
    const before = remembered.get(name);
    const same = JSON.stringify(before) === JSON.stringify(given) ? (before as readonly Item[]) : given;
    remembered.set(name, same);
    return { items: same, problems: isShort ? [shortList] : [], unread: new Map() };
  };
  const keywordsOf = (campaignId: number) => market.keywords.filter((candidate) => candidate.campaignId === campaignId);
  const client: Pick<
    SearchAdsClient,
    | 'limits'
    | 'findCampaigns'
    | 'findAdGroups'
    | 'findKeywords'
    | 'findNegatives'
    | 'findAds'
    | 'productPageNames'
    | 'report'
    | 'writer'
  > = {
    limits: { oldestDayAge },
    findCampaigns: () =>
      ask('campaigns', () =>
        [...new Set(market.keywords.map(({ campaignId }) => campaignId))].map((id) => {
          const { event } = campaign(id, { currency: 'USD' });
          return event.type === 'CampaignObserved' ? event.data.campaign : missing();
        }),
      ),
    findAdGroups: (_, campaignId) =>
      ask(`ad groups ${campaignId}`, () =>
        [...new Set(keywordsOf(campaignId).map(({ adGroupId }) => adGroupId))].flatMap((id) => {
          const { event } = adGroup(campaignId, id);
          return event.type === 'AdGroupsObserved' ? event.data.ad_groups : missing();
        }),
      ),
    findKeywords: (_, campaignId) =>
      ask(`keywords ${campaignId}`, () =>
        keywordsOf(campaignId).flatMap(({ adGroupId, keywordId, bid }) => {
          const { event } = keyword(campaignId, adGroupId, keywordId, { bid_micros: bid });
          return event.type === 'KeywordsObserved' ? event.data.keywords : missing();
        }),
      ),
    findNegatives: () => ask('negatives', () => []),
    findAds: () => ask('ads', () => []),
    productPageNames: async () => ({ names: new Map(), problems: [] }),
    report: (question) => {
      const { level, campaignId, from, to } = question;
      return ask(`${level} ${campaignId} ${from} ${to}`, () => reports.answer(question));
    },
    writer: Object.assign(openAdMarket(market, network), openAdObjects({ objects, market, network })),
  };
  return client as SearchAdsClient;
}

function missing(): never {
  throw new Error('A sample has another type');
}
