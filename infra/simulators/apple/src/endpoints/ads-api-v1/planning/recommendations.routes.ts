import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AdsApiError, badRequest, notFound } from '../../advertising/ads-api-error.ts';
import { checkBudgets, setting } from '../../advertising/changes/rules.ts';
import { amountOf } from '../../advertising/changes/values.ts';
import { settingMoney } from '../../advertising/money.ts';
import { sortedBy } from '../objects/filters.ts';
import { paginationOf, rowsOf, servedPage } from '../objects/pages.ts';
import { organizationOfCall, type PlatformSite, sendResult } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import { type PlatformWrite, type WrittenResponse, writeRoute } from '../writes/platform-write.ts';
import { readPlanning } from './planning-request.ts';
import { historyOf, type Recommendation, type RecommendationKind, recommendationsOf } from './recommendations.ts';

const money = z.strictObject({ amount: z.string(), currency: z.string() });
const itemSchema = z.strictObject({
  id: z.string(),
  promotedObjectId: z.string(),
  promotedObjectType: z.string(),
  historyId: z.string().optional(),
  appliedDailyBudget: money.optional(),
  appliedTargetCPA: money.optional(),
});
type Item = z.infer<typeof itemSchema>;

const KINDS: readonly RecommendationKind[] = ['daily-budgets', 'target-cpas'];
const FIELDS = ['id', 'state', 'status', 'campaignId', 'recommendationType'];
const SORTABLE = ['id', 'campaignId', 'campaignName', 'creationTime', 'modificationTime', 'expirationTime'];
/** Expected of what is recommended, over what was. */
const EXPECTED_GROWTH = 1.3;

/** Recommendations, which are applied or dismissed once. */
export function registerRecommendationRoutes(server: FastifyInstance, site: PlatformSite): void {
  for (const kind of KINDS) {
    server.post(`/v1/recommendations/${kind}/query`, (request, reply) => sendQuery(site, kind, request, reply));
    for (const answer of ['apply', 'dismiss'] as const) {
      const route = { method: 'POST', url: `/recommendations/${kind}/${answer}`, isUpdate: false } as const;
      writeRoute(server, site, route, (write) => answered(write, kind, answer));
    }
  }
}

async function sendQuery(site: PlatformSite, kind: RecommendationKind, request: FastifyRequest, reply: FastifyReply) {
  const org = organizationOfCall(site, request);
  const planning = readPlanning(site.api, org, request.body, FIELDS);
  const all = org === null ? [] : recommendationsOf(site, org, kind);
  const wanted = all.filter(
    ({ campaign }) => campaign.app === planning.app && (planning.campaignId ?? campaign.id) === campaign.id,
  );
  const views = await Promise.all(wanted.map((recommendation) => viewOf(site, recommendation)));
  const matching = views.filter((view) =>
    FIELDS.every((field) => planning.valuesOf(field)?.includes(String(view[field])) ?? true),
  );
  const { sorting, pagination } = planning.body;
  const slice = servedPage(pagination, { usual: 20, most: 1_000 }, site.faults.platform);
  const sorted = sortedBy(matching, sorting ?? [], SORTABLE);
  return sendResult(reply, rowsOf(sorted, slice), paginationOf(slice, sorted.length, site.faults.platform));
}

/** Times of recommendations end with a mark of the zone, unlike all others. */
const zoned = (instant: number): string => new Date(instant).toISOString();

async function viewOf(site: PlatformSite, recommendation: Recommendation): Promise<Readonly<Record<string, unknown>>> {
  const { id, kind, campaign, now, amount, state, createdAt, changedAt, expiresAt } = recommendation;
  const { currency } = now.org;
  const history = (await historyOf(site, campaign)) as {
    readonly installs?: number;
    readonly spend?: { amount: string };
  };
  const isBudget = kind === 'daily-budgets';
  const recommended = settingMoney(amount, currency);
  const expectedSpend = settingMoney(Number(history.spend?.amount ?? 0) * EXPECTED_GROWTH, currency);
  return {
    id,
    recommendationType: isBudget ? 'DAILYCAP' : 'TCPA',
    adAccountId: now.org.orgId,
    promotedObjectId: String(now.app.adamId),
    promotedObjectType: 'APPSTORE_APP',
    campaignId: now.id,
    campaignName: now.name,
    state,
    status: 'ENABLED',
    ...(isBudget
      ? { dailyBudget: settingMoney(now.dailyBudget, currency), suggestedDailyBudgetAmount: recommended }
      : { recommendedTargetCPA: recommended }),
    bidStrategy: isBudget
      ? { bidStrategyType: now.bidStrategy, bidStrategyGoal: now.bidStrategy === 'MANUAL_CPT' ? 'TAP' : 'INSTALL' }
      : { bidStrategyType: 'MAX_CONVERSIONS', bidStrategyGoal: 'INSTALL' },
    ...history,
    expectedInstalls: Math.round((history.installs ?? 0) * EXPECTED_GROWTH),
    expectedSpend,
    creationTime: zoned(createdAt),
    modificationTime: zoned(changedAt),
    expirationTime: zoned(expiresAt),
  };
}

/** @throws AdsApiError 404 for recommendations that do not exist, 400 for those that were answered before */
function answered(write: PlatformWrite, kind: RecommendationKind, answer: 'apply' | 'dismiss'): WrittenResponse {
  const items = bodyOf(z.array(itemSchema).min(1).max(100), write.body);
  if (new Set(items.map(({ promotedObjectId }) => promotedObjectId)).size > 1)
    throw badRequest('All items must have the same promotedObjectId', 'promotedObjectId', 'INVALID_ARGUMENT');
  const all = recommendationsOf(write.site, write.organization, kind);
  const chosen = items.map((item) => {
    const recommendation = all.find(({ id }) => id === item.id);
    if (recommendation === undefined) throw notFound();
    if (recommendation.state !== 'AVAILABLE')
      throw new AdsApiError(400, 'INVALID_ARGUMENT', `The recommendation is ${recommendation.state}`, 'id');
    return { recommendation, amount: chosenAmount(recommendation, item) };
  });
  const effects =
    answer === 'dismiss' ? [] : chosen.map(({ recommendation, amount }) => applied(write, recommendation, amount));
  const result = chosen.map(({ recommendation, amount }) =>
    historyView(write, recommendation, answer === 'apply' ? amount : null),
  );
  return { effects, body: () => JSON.stringify({ result }) };
}

/** The advertiser may apply another amount. */
function chosenAmount({ kind, now, amount }: Recommendation, item: Item): number {
  const field = kind === 'daily-budgets' ? 'appliedDailyBudget' : 'appliedTargetCPA';
  const chosen = item[field];
  return chosen === undefined ? amount : amountOf(chosen, now.org.currency, field);
}

function applied(write: PlatformWrite, { kind, campaign, now }: Recommendation, amount: number) {
  if (kind === 'target-cpas') return setting(campaign, now, { targetCpa: amount });
  checkBudgets(write, { ...now, dailyBudget: amount }, 'appliedDailyBudget');
  return setting(campaign, now, { dailyBudget: amount });
}

function historyView({ api }: PlatformWrite, recommendation: Recommendation, appliedAmount: number | null): object {
  const { id, kind, now, amount, createdAt, expiresAt } = recommendation;
  const isBudget = kind === 'daily-budgets';
  const { currency } = now.org;
  const at = zoned(api.clock.revealed());
  const appliedMoney = appliedAmount === null ? null : settingMoney(appliedAmount, currency);
  return {
    recommendationId: id,
    recommendationType: isBudget ? 'DAILYCAP' : 'TCPA',
    promotedObjectId: String(now.app.adamId),
    promotedObjectType: 'APPSTORE_APP',
    campaignId: now.id,
    campaignName: now.name,
    state: appliedMoney === null ? 'DISMISSED' : 'APPLIED',
    status: 'ENABLED',
    [isBudget ? 'suggestedDailyBudgetAmount' : 'recommendedTargetCPA']: settingMoney(amount, currency),
    ...(appliedMoney === null
      ? {}
      : { [isBudget ? 'appliedDailyBudgetAmount' : 'appliedTargetCPA']: appliedMoney, appliedTime: at }),
    creationTime: zoned(createdAt),
    modificationTime: at,
    expirationTime: zoned(expiresAt),
  };
}
