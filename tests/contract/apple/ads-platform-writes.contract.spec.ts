import type { NewCampaign, NewKeyword, SearchAdsClient, SearchAdsWriter } from '@tapwise/adapters';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from './simulator-process.ts';

const scope = { orgId: 40669820, currency: 'USD', priority: 'person' } as const;
const adamId = 1500000001;
const usual = { bulk: {}, ignored_write: 0, creative_pending_ms: 0, write_faults: [], read_only: [], ad: {} };

let simulator: SimulatorProcess;
let client: SearchAdsClient;
let writer: SearchAdsWriter;
/** The same objects over the older interface. */
let older: SearchAdsWriter;
let ids: { campaign: number; adGroup: number; keywords: number[] };

beforeAll(async () => {
  simulator = await startSimulator();
  client = simulator.searchAds({ api: 'v1' });
  writer = client.writer;
  older = simulator.searchAds({ api: 'v5' }).writer;
  const campaigns = await client.findCampaigns(scope, adamId);
  const campaign = campaigns.items.find(({ name }) => name === 'US | Brand | Exact')?.campaign_id ?? 0;
  const adGroup = (await client.findAdGroups(scope, campaign)).items[0]?.ad_group_id ?? 0;
  const keywords = (await client.findKeywords(scope, campaign)).items.filter(({ deleted }) => !deleted);
  ids = { campaign, adGroup, keywords: keywords.map(({ keyword_id }) => keyword_id) };
});

afterAll(() => simulator.stop());
afterEach(() => simulator.faults(usual));

const kinds = (end: Awaited<ReturnType<SearchAdsWriter['updateKeywords']>>): string[] =>
  end.kind === 'done' ? end.value.map(({ kind }) => kind) : [end.kind];

describe('a change over version 1', () => {
  it('is done, and both interfaces give exactly what was written', async () => {
    const { campaign, adGroup, keywords } = ids;
    const [first = 0, second = 0] = keywords;
    const budget = await writer.updateCampaign(scope, campaign, { dailyBudget: '812.5' });
    expect(budget).toMatchObject({ kind: 'done', value: { id: campaign, dailyBudget: '812.5' } });
    const group = await writer.updateAdGroup(scope, campaign, adGroup, { searchMatch: true, defaultBid: '1.3' });
    expect(group).toMatchObject({ kind: 'done', value: { searchMatch: true, defaultBid: '1.3' } });
    const rows = await writer.updateKeywords(scope, campaign, adGroup, [
      { id: second, bid: '1.9' },
      { id: first, bid: '2.1', status: 'PAUSED' },
    ]);
    expect(kinds(rows)).toEqual(['done', 'done']);
    for (const reader of [writer, older]) {
      expect(await reader.readKeywords(scope, campaign, [first, second])).toMatchObject([
        { id: first, bid: '2.1', status: 'PAUSED' },
        { id: second, bid: '1.9' },
      ]);
      expect(await reader.readAdGroups(scope, campaign, [adGroup])).toMatchObject([{ defaultBid: '1.3' }]);
      expect(await reader.readCampaigns(scope, [campaign])).toMatchObject([{ dailyBudget: '812.5', deleted: false }]);
    }
  });

  it('that is answered with the old value was not made', async () => {
    const { campaign, adGroup } = ids;
    await simulator.faults({ ignored_write: 2 });
    const kept = { kind: 'refused', status: 200, message: 'Apple kept the old value' };
    expect(await writer.updateCampaign(scope, campaign, { dailyBudget: '77' })).toMatchObject(kept);
    expect(await writer.updateAdGroup(scope, campaign, adGroup, { defaultBid: '1.7' })).toMatchObject(kept);
  });

  it('ends row by row, in whatever order results come, with holes, and whatever the status', async () => {
    const { campaign, adGroup, keywords } = ids;
    const changes = keywords.slice(4, 10).map((id, index) => ({ id, bid: `1.${index + 1}` }));
    for (const status of [200, 207, 400]) {
      await simulator.faults({ bulk: { partial: true, shuffled: true, status } });
      const end = await writer.updateKeywords(scope, campaign, adGroup, changes);
      const ended = kinds(end);
      expect(ended.filter((kind) => kind === 'refused')).toHaveLength(2);
      const done = end.kind === 'done' ? end.value.flatMap((row) => (row.kind === 'done' ? [row.value] : [])) : [];
      expect(done).toHaveLength(4);
      for (const { id, bid } of done) expect(changes).toContainEqual({ id, bid });
    }
    await simulator.faults({ bulk: { hole: true } });
    const holed = kinds(await writer.updateKeywords(scope, campaign, adGroup, changes));
    expect(holed).toEqual(['done', 'unknown', 'done', 'done', 'done', 'done']);
    await simulator.faults({ bulk: { too_many: { most: 3 } } });
    expect(kinds(await writer.updateKeywords(scope, campaign, adGroup, changes))).toEqual(['refused']);
  });

  it('without rights is refused, at the limit waits, and without an answer stays open', async () => {
    const { campaign, adGroup, keywords } = ids;
    const [, , third = 0] = keywords;
    await simulator.faults({ read_only: [scope.orgId] });
    expect(await writer.updateCampaign(scope, campaign, { dailyBudget: '90' })).toMatchObject({ status: 403 });
    await simulator.faults({ read_only: [], write_faults: [{ answer: 'lost', effect: true }] });
    const lost = await writer.updateKeywords(scope, campaign, adGroup, [{ id: third, bid: '1.77' }]);
    expect(lost).toMatchObject({ kind: 'unknown', sent: true });
    expect(await writer.readKeywords(scope, campaign, [third])).toMatchObject([{ bid: '1.77' }]);
  });

  it('that deletes counts what is deleted, whoever did it', async () => {
    const { campaign, adGroup, keywords } = ids;
    const last = keywords.slice(-2);
    expect(await older.deleteKeywords(scope, campaign, adGroup, last.slice(0, 1))).toMatchObject({ kind: 'done' });
    const end = await writer.deleteKeywords(scope, campaign, adGroup, last);
    expect(end).toEqual({ kind: 'done', value: { deleted: 2 } });
    expect(await writer.readKeywords(scope, campaign, last)).toMatchObject([{ deleted: true }, { deleted: true }]);
  });
});

describe('a creation over version 1', () => {
  const draft: NewCampaign = {
    adamId,
    name: 'Rain Exact',
    countries: ['US', 'GB'],
    status: 'PAUSED',
    dailyBudget: '50',
    totalBudget: null,
    invoiceDetails: null,
  };
  let campaign = 0;
  let groups: number[] = [];
  const keyword = (adGroupId: number, text: string): NewKeyword => ({
    adGroupId,
    text,
    matchType: 'EXACT',
    bid: '1.2',
    status: 'ENABLED',
  });

  it('makes a campaign and ad groups that are found by their names', async () => {
    const made = await writer.createCampaign(scope, draft);
    expect(made).toMatchObject({ kind: 'done', value: { name: 'Rain Exact', status: 'PAUSED', totalBudget: null } });
    campaign = made.kind === 'done' ? made.value.id : 0;
    expect(await writer.createCampaign(scope, draft)).toMatchObject({ kind: 'refused', status: 400 });
    expect(await writer.findCampaignsByName(scope, ['Rain Exact', 'none'])).toMatchObject([{ id: campaign }]);
    for (const name of ['rain', 'snow']) {
      const group = await writer.createAdGroup(scope, campaign, {
        name,
        status: 'ENABLED',
        defaultBid: '1.2',
        cpaGoal: '4',
        searchMatch: false,
        adamId,
        startsAt: new Date(Date.now() + 60_000),
        device: 'iphone',
        audience: 'new',
      });
      expect(group).toMatchObject({ kind: 'done', value: { defaultBid: '1.2', cpaGoal: '4', searchMatch: false } });
      if (group.kind === 'done') groups.push(group.value.id);
    }
    const namesakes = await writer.findAdGroupsByName(scope, campaign, ['snow', 'hail']);
    expect(namesakes.map(({ id }) => id)).toEqual(groups.slice(1));
    const cleared = await writer.updateAdGroup(scope, campaign, groups[0] ?? 0, { cpaGoal: null });
    expect(cleared).toMatchObject({ kind: 'done', value: { cpaGoal: null } });
  });

  it('makes keywords of several ad groups in one call; one that is there is refused as such', async () => {
    const [rain = 0, snow = 0] = groups;
    const rows = [keyword(rain, 'rain sounds'), keyword(snow, 'snow'), keyword(rain, 'Rain  sounds')];
    const end = await writer.createKeywords(scope, campaign, rows);
    expect(end.kind === 'done' && end.value).toMatchObject([
      { kind: 'done', value: { adGroupId: rain, bid: '1.2' } },
      { kind: 'done', value: { adGroupId: snow } },
      { kind: 'refused', code: 'DUPLICATE_KEYWORD' },
    ]);
    expect(await writer.findKeywordsOf(scope, campaign, groups)).toHaveLength(2);
    const long = await writer.createKeywords(scope, campaign, [keyword(rain, 'hail'), keyword(rain, 'x'.repeat(81))]);
    expect(long.kind === 'done' && long.value.map(({ kind }) => kind)).toEqual(['done', 'refused']);
  });

  it('makes and removes negatives of both levels', async () => {
    const [rain = 0] = groups;
    const negative = { text: 'free', matchType: 'EXACT' } as const;
    const made = await writer.createNegatives(scope, campaign, null, [negative]);
    await writer.createNegatives(scope, campaign, rain, [negative]);
    expect((await writer.findNegatives(scope, campaign)).map(({ adGroupId }) => adGroupId)).toEqual([null, rain]);
    expect(await writer.createNegatives(scope, campaign, null, [negative])).toMatchObject({
      kind: 'done',
      value: [{ kind: 'refused', code: 'DUPLICATE_KEYWORD' }],
    });
    const [first] = made.kind === 'done' ? made.value : [];
    const negativeIds = first?.kind === 'done' ? [first.value.id] : [];
    const end = await writer.deleteNegatives(scope, campaign, null, negativeIds);
    expect(end).toMatchObject({ kind: 'done', value: { deleted: 1 } });
    expect(await writer.findNegatives(scope, campaign)).toHaveLength(1);
  });

  it('makes a creative, which may be pending, and then an ad of it', async () => {
    const [rain = 0] = groups;
    expect(await writer.updateCampaign(scope, campaign, { status: 'ENABLED' })).toMatchObject({ kind: 'done' });
    const creatives = await writer.listCreatives(scope, adamId);
    const used = new Set(creatives.map(({ productPageId }) => productPageId));
    const pages = await writer.listProductPages(scope, adamId);
    const page = pages.find(({ id }) => !used.has(id)) ?? pages[0];
    await simulator.faults({ creative_pending_ms: 600_000 });
    const pending = await writer.createCreative(scope, { adamId, name: 'A page', productPageId: page?.id ?? '' });
    expect(pending).toMatchObject({ kind: 'done', value: { pending: true, valid: false } });
    const ad = {
      creativeId: pending.kind === 'done' ? pending.value.id : 0,
      name: 'An ad',
      status: 'ENABLED',
    } as const;
    expect(await writer.createAd(scope, campaign, rain, ad)).toMatchObject({ kind: 'limited' });
    await simulator.faults({ creative_pending_ms: 0 });
    const made = await writer.createAd(scope, campaign, rain, ad);
    expect(made).toMatchObject({ kind: 'done', value: { status: 'ENABLED', creativeId: ad.creativeId } });
    const adId = made.kind === 'done' ? made.value.id : 0;
    const paused = await writer.updateAd(scope, campaign, rain, adId, { status: 'PAUSED' });
    expect(paused).toMatchObject({ kind: 'done', value: { id: adId, status: 'PAUSED' } });
    expect(await writer.findAdsOf(scope, campaign, [rain])).toMatchObject([
      { id: adId, creativeId: ad.creativeId, creativeType: 'CUSTOM_PRODUCT_PAGE', status: 'PAUSED' },
    ]);
  });

  it('is taken back whole', async () => {
    expect(await writer.deleteCampaign(scope, campaign)).toEqual({ kind: 'done', value: null });
    expect(await writer.deleteCampaign(scope, campaign)).toEqual({ kind: 'done', value: null });
    for (const reader of [writer, older]) {
      expect(await reader.readAdGroups(scope, campaign, groups)).toMatchObject([{ deleted: true }, { deleted: true }]);
    }
    groups = [];
  });
});

it('impression shares are exact, and lie in the ranges that the older interface gives', async () => {
  const shares = await client.shares.fetch({ orgId: scope.orgId, id: 1, adamId, from: daysAgo(20), to: daysAgo(3) });
  expect(shares.problems).toEqual([]);
  expect(shares.items.length).toBeGreaterThan(100);
  const exact = shares.items.filter(({ row }) => row.low_share === row.high_share);
  expect(exact.length / shares.items.length).toBeGreaterThan(0.8);
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
