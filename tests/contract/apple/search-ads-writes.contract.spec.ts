import type { NewCampaign, SearchAdsWriter } from '@tapwise/adapters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from './simulator-process.ts';

const scope = { orgId: 40669820, currency: 'USD', priority: 'person' } as const;
let simulator: SimulatorProcess;
let writer: SearchAdsWriter;
let ids: { campaign: number; adGroup: number; keywords: number[] };

beforeAll(async () => {
  simulator = await startSimulator();
  const client = simulator.searchAds();
  writer = client.writer;
  const campaigns = await client.findCampaigns(scope, 1500000001);
  const campaign = campaigns.items.find(({ name }) => name === 'US | Brand | Exact')?.campaign_id ?? 0;
  const adGroup = (await client.findAdGroups(scope, campaign)).items[0]?.ad_group_id ?? 0;
  const keywords = (await client.findKeywords(scope, campaign)).items.filter(({ deleted }) => !deleted);
  ids = { campaign, adGroup, keywords: keywords.map(({ keyword_id }) => keyword_id) };
});

afterAll(() => simulator.stop());

it('a change is done, and a reading gives exactly what was written', async () => {
  const { campaign, adGroup, keywords } = ids;
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
  const { campaign, adGroup, keywords } = ids;
  const [first = 0, second = 0, third = 0] = keywords;
  const changes = [
    { id: first, bid: '1' },
    { id: second, bid: '99999' },
  ];
  expect(await writer.updateKeywords(scope, campaign, adGroup, changes)).toMatchObject({
    kind: 'refused',
    status: 400,
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

it('what is created is found by its name and its ad group, and what exists already is refused by itself', async () => {
  const draft: NewCampaign = {
    adamId: 1500000001,
    name: 'Rain | Exact',
    countries: ['US', 'GB'],
    status: 'PAUSED',
    dailyBudget: '50',
    totalBudget: '900',
    invoiceDetails: null,
  };
  const made = await writer.createCampaign(scope, draft);
  expect(made).toMatchObject({ kind: 'done', value: { name: 'Rain | Exact', status: 'PAUSED', totalBudget: '900' } });
  const campaign = made.kind === 'done' ? made.value.id : 0;
  expect(await writer.createCampaign(scope, draft)).toMatchObject({ kind: 'refused', status: 400 });
  expect(await writer.findCampaignsByName(scope, ['Rain | Exact', 'none'])).toMatchObject([{ id: campaign }]);
  const group = await writer.createAdGroup(scope, campaign, {
    name: 'rain sounds',
    status: 'ENABLED',
    defaultBid: '1.2',
    cpaGoal: '4',
    searchMatch: false,
    adamId: 1500000001,
    startsAt: new Date(Date.now() + 60_000),
    device: 'iphone',
    audience: 'new',
  });
  expect(group).toMatchObject({ kind: 'done', value: { defaultBid: '1.2', cpaGoal: '4', searchMatch: false } });
  const adGroup = group.kind === 'done' ? group.value.id : 0;
  expect(await writer.findAdGroupsByName(scope, campaign, ['rain sounds'])).toMatchObject([{ id: adGroup }]);
  const keyword = (text: string) =>
    ({ adGroupId: adGroup, text, matchType: 'EXACT', bid: '1.2', status: 'ENABLED' }) as const;
  const keywords = await writer.createKeywords(scope, campaign, [
    keyword('rain sounds'),
    keyword('Rain  sounds'),
    keyword('snow'),
  ]);
  expect(keywords.kind === 'done' && keywords.value).toMatchObject([
    { kind: 'done', value: { text: 'rain sounds', bid: '1.2', status: 'ENABLED' } },
    { kind: 'refused', code: 'DUPLICATE_KEYWORD' },
    { kind: 'done', value: { text: 'snow' } },
  ]);
  expect(await writer.findKeywordsOf(scope, campaign, [adGroup])).toHaveLength(2);
  const long = await writer.createKeywords(scope, campaign, [keyword('hail'), keyword('x'.repeat(81))]);
  expect(long).toMatchObject({ kind: 'refused', items: [{ index: 1 }] });
  const negative = { text: 'free', matchType: 'EXACT' } as const;
  const ofCampaign = await writer.createNegatives(scope, campaign, null, [negative]);
  await writer.createNegatives(scope, campaign, adGroup, [negative]);
  expect((await writer.findNegatives(scope, campaign)).map(({ adGroupId }) => adGroupId)).toEqual([null, adGroup]);
  expect(await writer.createNegatives(scope, campaign, null, [negative])).toMatchObject({
    kind: 'done',
    value: [{ kind: 'refused', code: 'DUPLICATE_KEYWORD' }],
  });
  const [first] = ofCampaign.kind === 'done' ? ofCampaign.value : [];
  const ids = first?.kind === 'done' ? [first.value.id] : [];
  expect(await writer.deleteNegatives(scope, campaign, null, ids)).toMatchObject({
    kind: 'done',
    value: { deleted: 1 },
  });
  expect(await writer.findNegatives(scope, campaign)).toHaveLength(1);

  const [page] = await writer.listProductPages(scope, 1500000001);
  const productPageId = page?.id ?? '';
  const creative = await writer.createCreative(scope, { adamId: 1500000001, name: 'A page', productPageId });
  const creativeId = creative.kind === 'done' ? creative.value.id : 0;
  expect((await writer.listCreatives(scope, 1500000001)).find(({ id }) => id === creativeId)).toMatchObject({
    name: 'A page',
    productPageId,
    valid: true,
  });
  const ad = await writer.createAd(scope, campaign, adGroup, { creativeId, name: 'An ad', status: 'ENABLED' });
  const adId = ad.kind === 'done' ? ad.value.id : 0;
  const paused = await writer.updateAd(scope, campaign, adGroup, adId, { status: 'PAUSED' });
  expect(paused).toMatchObject({ kind: 'done', value: { id: adId, status: 'PAUSED' } });
  expect(await writer.findAdsOf(scope, campaign, [adGroup])).toMatchObject([
    { id: adId, creativeId, status: 'PAUSED' },
  ]);
  expect(await writer.deleteCampaign(scope, campaign)).toEqual({ kind: 'done', value: null });
  expect(await writer.readAdGroups(scope, campaign, [adGroup])).toMatchObject([{ deleted: true }]);
});
