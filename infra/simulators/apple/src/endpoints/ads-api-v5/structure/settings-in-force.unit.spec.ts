import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSettingsHistory } from '../../../market/world/settings-history.ts';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { createCaller } from '../../../testing/ads-api-caller.ts';

const ORG = 40669820;
const startAt = Date.parse('2026-11-20T18:00:00Z');
let simulator: Simulator;
let call: Awaited<ReturnType<typeof createCaller>>;

beforeAll(async () => {
  simulator = await startSimulator({ startAt, scale: 0.2 });
  call = await createCaller(simulator);
});
afterAll(() => simulator.stop());

interface ObjectView {
  id: number;
  status: string;
  dailyBudgetAmount?: { amount: string };
  defaultBidAmount?: { amount: string };
  bidAmount?: { amount: string } | null;
}
const everything = { pagination: { limit: 1000 } };
const findObjects = async (path: string) => (await call(path, ORG, everything)).body.data as ObjectView[];

// No setting turns in the first minute, so what holds now is what the past turns left, to the millisecond.
const inForce = () => createSettingsHistory(simulator.world, startAt).at(startAt);
const campaigns = () => simulator.world.campaigns.filter(({ org, deleted }) => org.orgId === ORG && !deleted);

describe('settings in answers', () => {
  it('are those that hold at the moment of the call, of campaigns and ad groups', async () => {
    const settings = inForce();
    const budgets = new Map(campaigns().map((campaign) => [campaign.id, settings.campaign(campaign).dailyBudget]));
    const campaignViews = await findObjects('/campaigns/find');
    expect(campaignViews.map(({ id, dailyBudgetAmount }) => [id, Number(dailyBudgetAmount?.amount)])).toEqual(
      campaignViews.map(({ id }) => [id, budgets.get(id)]),
    );
    expect(campaigns().filter((campaign) => budgets.get(campaign.id) !== campaign.dailyBudget).length).toBeGreaterThan(
      3,
    );
    const groups = campaigns().flatMap(({ adGroups }) => adGroups);
    const bids = new Map(groups.map((adGroup) => [adGroup.id, settings.adGroup(adGroup).defaultBid]));
    const groupViews = await findObjects('/adgroups/find');
    expect(groupViews.length).toBeGreaterThan(20);
    for (const { id, defaultBidAmount } of groupViews) expect(Number(defaultBidAmount?.amount)).toBe(bids.get(id));
    expect(groups.filter((adGroup) => bids.get(adGroup.id) !== adGroup.defaultBid).length).toBeGreaterThan(5);
  });

  it('are those that hold at the moment of the call, of keywords, and in reports', async () => {
    const settings = inForce();
    let turned = 0;
    for (const campaign of campaigns()) {
      const keywords = campaign.adGroups.flatMap((adGroup) => adGroup.keywords);
      const expected = new Map(keywords.map((keyword) => [keyword.id, settings.keyword(keyword)]));
      for (const { id, bidAmount, status } of await findObjects(
        `/campaigns/${campaign.id}/adgroups/targetingkeywords/find`,
      )) {
        const held = expected.get(id);
        expect([bidAmount == null ? null : Number(bidAmount.amount), status]).toEqual([held?.bid, held?.status]);
      }
      turned += keywords.filter(({ id, bid, status }) => {
        const held = expected.get(id);
        return held?.bid !== bid || held.status !== status;
      }).length;
    }
    expect(turned).toBeGreaterThan(50);
    const campaign = campaigns().find(
      (candidate) => settings.campaign(candidate).dailyBudget !== candidate.dailyBudget,
    );
    const range = { startTime: '2026-11-14', endTime: '2026-11-20', granularity: 'DAILY', timeZone: 'ORTZ' };
    const selector = { orderBy: [{ field: 'localSpend', sortOrder: 'DESCENDING' }], ...everything };
    const report = await call('/reports/campaigns', ORG, { ...range, selector, returnRecordsWithNoMetrics: true });
    const rows = (report.body.data as { reportingDataResponse: { row: { metadata: Record<string, unknown> }[] } })
      .reportingDataResponse.row;
    const row = rows.find(({ metadata }) => metadata.campaignId === campaign?.id);
    const amount = campaign === undefined ? Number.NaN : settings.campaign(campaign).dailyBudget;
    expect(row?.metadata.dailyBudget).toEqual({ amount: String(amount), currency: 'USD' });
  });
});
