import { addMonths, DAY_MS, dayAt, firstOfMonth, formatDay } from '../../../base/calendar/calendar-days.ts';
import { hashOf } from '../../../base/random/prng.ts';
import type { Figures } from '../../../market/activity/metrics.ts';
import { unitsPerUsd } from '../../../market/world/campaign-builder.ts';
import type { Organization } from '../../../market/world/organizations.ts';
import type { Campaign } from '../../../market/world/structure.ts';
import { campaignsOf } from '../../advertising/ads-api-site.ts';
import { setByApple } from '../../advertising/bid-strategy.ts';
import { buildFiguresTable } from '../../advertising/figures/figures-table.ts';
import { metricFields } from '../../advertising/figures/metric-fields.ts';
import { type Money, settingMoney } from '../../advertising/money.ts';
import type { PlatformSite } from '../platform-site.ts';
import { usualCpa } from './suggestions.routes.ts';

/** What the service can recommend: another daily budget, another target. */
export type RecommendationKind = 'daily-budgets' | 'target-cpas';

/** Something that the service recommends about a campaign in the present month. */
export interface Recommendation {
  readonly id: string;
  readonly kind: RecommendationKind;
  /** As built. */
  readonly campaign: Campaign;
  /** As it is now. */
  readonly now: Campaign;
  readonly amount: number;
  readonly state: 'AVAILABLE' | 'APPLIED' | 'DISMISSED';
  /** Instants; the recommendation ends with the month. */
  readonly createdAt: number;
  readonly changedAt: number;
  readonly expiresAt: number;
}

/** Every fourth campaign could spend more, and every one of which Apple sets the bids has a target that could be another. */
export function recommendationsOf(
  site: PlatformSite,
  organization: Organization,
  kind: RecommendationKind,
): readonly Recommendation[] {
  const { api } = site;
  const at = api.clock.revealed();
  const settings = api.settings.at(at);
  const month = firstOfMonth(dayAt('UTC', at));
  const answers = answersOf(site, kind);
  return campaignsOf(api, organization).flatMap((campaign): readonly Recommendation[] => {
    const now = settings.campaign(campaign);
    if (now.deleted || now.status === 'PAUSED' || campaign.createdAt > at) return [];
    if (kind === 'daily-budgets' ? hashOf('could spend more', campaign.id) % 4 !== 0 : !setByApple(now)) return [];
    const id = `${kind}-${campaign.id}-${formatDay(month).slice(0, 7)}`;
    const answer = answers.get(id);
    const createdAt = month * DAY_MS;
    return [
      {
        id,
        kind,
        campaign,
        now,
        amount: recommendedAmount(kind, campaign),
        state: answer?.state ?? 'AVAILABLE',
        createdAt,
        changedAt: answer?.at ?? createdAt,
        expiresAt: addMonths(month, 1) * DAY_MS,
      },
    ];
  });
}

/** Half as much again; or what an install usually costs. Of the settings that the market was built with, so that it stays. */
function recommendedAmount(
  kind: RecommendationKind,
  { dailyBudget, app, org, countries, targetCpa }: Campaign,
): number {
  const amount = kind === 'daily-budgets' ? dailyBudget * 1.5 : usualCpa(app, countries) * unitsPerUsd(org.currency);
  const rounded = Number(settingMoney(amount, org.currency).amount);
  return rounded === targetCpa ? Number(settingMoney(amount * 1.1, org.currency).amount) : rounded;
}

/** What advertisers answered, by the recommendation: the calls that were carried out say it. */
function answersOf({ api }: PlatformSite, kind: RecommendationKind) {
  const answers = new Map<string, { readonly state: 'APPLIED' | 'DISMISSED'; readonly at: number }>();
  for (const { path, body, status, at } of api.world.written.records()) {
    if (status !== 200 || !path.startsWith(`/recommendations/${kind}/`) || !Array.isArray(body)) continue;
    const state = path.endsWith('/apply') ? 'APPLIED' : 'DISMISSED';
    for (const { id } of body as { id: string }[]) answers.set(id, { state, at });
  }
  return answers;
}

/** Days that the figures beside a recommendation cover. */
const PAST_DAYS = 30;

/** What a campaign had over the last days, in the words of recommendations. */
export async function historyOf({ api }: PlatformSite, campaign: Campaign): Promise<object> {
  const { timeZone, currency } = campaign.org;
  const today = dayAt(timeZone, api.clock.revealed());
  const { rows } = await buildFiguresTable(
    { activity: api.activity, written: api.world.written },
    [campaign],
    'campaign',
    {
      startDay: today - PAST_DAYS,
      endDay: today - 1,
      granularity: null,
      byCountry: false,
      byDevice: false,
      timeZone: 'ORTZ',
    },
    api.clock.revealed(),
  );
  return figuresView(rows[0]?.total ?? null, (amount) => settingMoney(amount, currency));
}

function figuresView(figures: Figures | null, money: (amount: number) => Money): object {
  if (figures === null) return { impression: 0, taps: 0, installs: 0, spend: money(0) };
  const { impressions, taps, ttr, totalInstalls, localSpend, avgCPT, totalAvgCPI } = metricFields(figures);
  return {
    impression: impressions,
    taps,
    ttr,
    installs: totalInstalls,
    spend: money(localSpend ?? 0),
    averageCPT: money(avgCPT ?? 0),
    averageCPA: money(totalAvgCPI ?? 0),
  };
}
