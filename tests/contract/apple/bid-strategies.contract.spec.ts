import type { NewAdGroup, SearchAdsClient } from '@tapwise/adapters';
import type { CampaignSettings, VisibleOrganization } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adsApis, type SimulatorProcess, startSimulator } from './simulator-process.ts';

const adamId = 1500000002;
let simulator: SimulatorProcess;
let organization: VisibleOrganization;
let campaigns: readonly CampaignSettings[];

beforeAll(async () => {
  simulator = await startSimulator();
  const older = simulator.searchAds({ api: 'v5' });
  const yen = (await older.acls()).items.find(({ currency }) => currency === 'JPY');
  if (yen === undefined) throw new Error('No organization has yen');
  organization = yen;
  campaigns = (await older.findCampaigns({ orgId: yen.org_id, currency: 'JPY' }, adamId)).items;
});
afterAll(() => simulator.stop());

const scope = () => ({ orgId: organization.org_id, currency: 'JPY', priority: 'person' }) as const;
const named = (name: string): number => campaigns.find((campaign) => campaign.name === name)?.campaign_id ?? 0;

describe.each(adsApis)('a campaign whose bids Apple sets, over %s', (api) => {
  let client: SearchAdsClient;
  let id: number;
  beforeAll(() => {
    client = simulator.searchAds({ api });
    id = named('US UK | Discovery');
  });

  it('has a target CPA and no bids at all', async () => {
    const read = (await client.findCampaigns(scope(), adamId)).items;
    const [automatic, ...others] = read.filter(({ bidding_strategy }) => bidding_strategy === 'MAX_CONVERSIONS');
    expect(automatic).toMatchObject({ campaign_id: id, bidding_strategy: 'MAX_CONVERSIONS' });
    expect(automatic?.target_cpa_micros).toBeGreaterThan(0);
    expect(others).toEqual([]);
    for (const campaign of read) {
      if (campaign.campaign_id !== id) expect(campaign).not.toHaveProperty('target_cpa_micros');
    }
    const adGroups = (await client.findAdGroups(scope(), id)).items;
    const keywords = (await client.findKeywords(scope(), id)).items;
    expect(keywords.length).toBeGreaterThan(20);
    expect(new Set(adGroups.map(({ default_bid_micros }) => default_bid_micros))).toEqual(new Set([null]));
    expect(new Set(keywords.map(({ bid_micros }) => bid_micros))).toEqual(new Set([null]));
    const { writer } = client;
    const ids = keywords.map(({ keyword_id }) => keyword_id);
    const remote = await writer.readKeywords(scope(), id, ids);
    expect(new Set(remote.map(({ bid }) => bid))).toEqual(new Set([null]));
    expect(
      await writer.readAdGroups(
        scope(),
        id,
        adGroups.slice(0, 1).map((group) => group.ad_group_id),
      ),
    ).toMatchObject([{ defaultBid: null }]);
  });

  it('takes another target, and keeps its switches without a bid', async () => {
    const { writer } = client;
    const targetCpa = api === 'v5' ? '700' : '710';
    const end = await writer.updateCampaign(scope(), id, { targetCpa });
    expect(end).toMatchObject({ kind: 'done', value: { id, targetCpa, biddingStrategy: 'MAX_CONVERSIONS' } });
    for (const reader of adsApis.map((version) => simulator.searchAds({ api: version }).writer)) {
      expect(await reader.readCampaigns(scope(), [id])).toMatchObject([{ targetCpa }]);
    }
    const [group] = (await client.findAdGroups(scope(), id)).items;
    const searchMatch = group?.search_match !== true;
    const change = { searchMatch, defaultBid: null };
    const switched = await writer.updateAdGroup(scope(), id, group?.ad_group_id ?? 0, change);
    expect(switched).toMatchObject({ kind: 'done', value: { searchMatch, defaultBid: null } });
  });

  it('is the only kind that has a target', async () => {
    const manual = named('JP | Brand | Exact');
    const [before] = await client.writer.readCampaigns(scope(), [manual]);
    expect(before).toMatchObject({ targetCpa: null });
    if (api === 'v5') {
      expect(await client.writer.updateCampaign(scope(), manual, { targetCpa: '700' })).toMatchObject({ status: 400 });
    }
  });
});

describe('what version 1 leaves open', () => {
  const adGroup = (name: string): NewAdGroup => ({
    name,
    status: 'ENABLED',
    defaultBid: '90',
    cpaGoal: '400',
    searchMatch: false,
    adamId,
    startsAt: new Date(Date.now() + 60_000),
    device: null,
    audience: null,
  });

  it('a start that is refused as past is sent again as the time of the account, in one call from then on', async () => {
    const campaign = named('JP | Brand | Exact');
    const { writer } = simulator.searchAds({ api: 'v1' });
    await simulator.faults({ start_zone: 'account' });
    for (const name of ['one', 'two']) {
      expect(await writer.createAdGroup(scope(), campaign, adGroup(name))).toMatchObject({
        kind: 'done',
        value: { name, defaultBid: '90' },
      });
    }
    await simulator.faults({ start_zone: 'utc' });
    const usual = simulator.searchAds({ api: 'v1' }).writer;
    expect(await usual.createAdGroup(scope(), campaign, adGroup('three'))).toMatchObject({ kind: 'done' });
    expect(await usual.createAdGroup(scope(), campaign, adGroup('three'))).toMatchObject({
      kind: 'refused',
      status: 400,
    });
  });

  it('a CPA goal that cannot be taken away says so', async () => {
    const campaign = named('JP | Brand | Exact');
    const { writer } = simulator.searchAds({ api: 'v1' });
    const made = await writer.createAdGroup(scope(), campaign, adGroup('four'));
    const id = made.kind === 'done' ? made.value.id : 0;
    await simulator.faults({ cpa_cap_null: 'refused' });
    const end = await writer.updateAdGroup(scope(), campaign, id, { cpaGoal: null });
    expect(end).toMatchObject({
      kind: 'refused',
      message: 'A CPA goal cannot be removed over this interface of Apple Ads',
    });
    await simulator.faults({ cpa_cap_null: 'clears' });
  });

  it('a target that is answered with the old one was not set', async () => {
    const { writer } = simulator.searchAds({ api: 'v1' });
    await simulator.faults({ ignored_write: 1 });
    expect(await writer.updateCampaign(scope(), named('US UK | Discovery'), { targetCpa: '999' })).toMatchObject({
      kind: 'refused',
      message: 'Apple kept the old value',
    });
  });
});
