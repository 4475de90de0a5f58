import type { SearchAdsWriter } from '@tapwise/adapters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from './simulator-process.ts';

const scope = { orgId: 40669820, currency: 'USD', priority: 'person' } as const;
let simulator: SimulatorProcess;
let writer: SearchAdsWriter;
let place: { campaign: number; adGroup: number; keywords: number[] };

beforeAll(async () => {
  simulator = await startSimulator();
  const client = simulator.searchAds();
  writer = client.writer;
  const campaigns = await client.findCampaigns(scope, 1500000001);
  const campaign = campaigns.find(({ name }) => name === 'US | Brand | Exact')?.campaign_id ?? 0;
  const adGroup = (await client.findAdGroups(scope, campaign))[0]?.ad_group_id ?? 0;
  const keywords = (await client.findKeywords(scope, campaign)).filter(({ deleted }) => !deleted);
  place = { campaign, adGroup, keywords: keywords.map(({ keyword_id }) => keyword_id) };
}, 60_000);

afterAll(() => simulator.stop());

it('a change is done, and a reading gives exactly what was written', async () => {
  const { campaign, adGroup, keywords } = place;
  const [first = 0, second = 0] = keywords;
  const budget = await writer.updateCampaign(scope, campaign, { dailyBudget: '812.5' });
  expect(budget).toMatchObject({ kind: 'done', value: { id: campaign, dailyBudget: '812.5', totalBudget: null } });
  const group = await writer.updateAdGroup(scope, campaign, adGroup, { searchMatch: true, defaultBid: '1.3' });
  expect(group).toMatchObject({ kind: 'done', value: { searchMatch: true, defaultBid: '1.3' } });
  const rows = await writer.updateKeywords(scope, campaign, adGroup, [
    { id: second, bid: null },
    { id: first, bid: '2.1', status: 'PAUSED' },
  ]);
  expect(rows.kind === 'done' && rows.value).toMatchObject([
    { kind: 'done', value: { id: second, bid: null } },
    { kind: 'done', value: { id: first, bid: '2.1', status: 'PAUSED' } },
  ]);
  expect(await writer.readKeywords(scope, campaign, [first, second])).toMatchObject([
    { id: first, bid: '2.1', status: 'PAUSED' },
    { id: second, bid: null },
  ]);
  expect(await writer.readAdGroups(scope, campaign, [adGroup])).toMatchObject([{ defaultBid: '1.3' }]);
  expect(await writer.readCampaigns(scope, [campaign])).toMatchObject([{ dailyBudget: '812.5', deleted: false }]);
});

it('a refusal names the rows, and an answer that is lost leaves the end open', async () => {
  const { campaign, adGroup, keywords } = place;
  const [first = 0, second = 0, third = 0] = keywords;
  const changes = [
    { id: first, bid: '1' },
    { id: second, bid: '99999' },
  ];
  expect(await writer.updateKeywords(scope, campaign, adGroup, changes)).toMatchObject({
    ...{ kind: 'refused', status: 400 },
    items: [{ index: 1, message: "The bid exceeds the campaign's daily budget" }],
  });
  await simulator.faults({
    write_faults: [
      { answer: 'lost', effect: true },
      { answer: 429, retry_after: 3 },
    ],
  });
  const lost = await writer.updateKeywords(scope, campaign, adGroup, [{ id: third, bid: '1.77' }]);
  expect(lost).toMatchObject({ kind: 'unknown', sent: true });
  expect(await writer.deleteAdGroup(scope, campaign, adGroup)).toEqual({ kind: 'limited', retryAfterMs: 3000 });
  expect(await writer.readKeywords(scope, campaign, [third])).toMatchObject([{ bid: '1.77' }]);
  await simulator.faults({ read_only: [scope.orgId] });
  expect(await writer.deleteCampaign(scope, campaign)).toMatchObject({ kind: 'refused', status: 403 });
  await simulator.faults({ read_only: [] });
  const removed = await writer.deleteKeywords(scope, campaign, adGroup, [third]);
  expect(removed).toEqual({ kind: 'done', value: { deleted: 1 } });
  expect(await writer.readKeywords(scope, campaign, [third])).toMatchObject([{ deleted: true }]);
});
