import type { SearchAdsClient } from '@tapwise/adapters';
import type { ChangeRow } from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from '../../../../tests/contract/apple/simulator-process.ts';
import { readRemoteValues } from './remote-values.ts';
import { sendKeywordRows } from './sending/send-keywords.ts';

const scope = { orgId: 40669820, currency: 'USD', priority: 'person' } as const;
let simulator: SimulatorProcess;
let client: SearchAdsClient;
let ids: { campaign: number; adGroup: number; following: number; bid: string };

beforeAll(async () => {
  simulator = await startSimulator();
  client = simulator.searchAds({ api: 'v1' });
  const { items: campaigns } = await client.findCampaigns(scope, 1500000001);
  const campaign = campaigns.find(({ name }) => name === 'US | Brand | Exact')?.campaign_id ?? 0;
  const { items: keywords } = await simulator.searchAds({ api: 'v5' }).findKeywords(scope, campaign);
  const follower = keywords.find(({ deleted, bid_micros }) => !deleted && bid_micros === null);
  const adGroup = follower?.ad_group_id ?? 0;
  const [group] = await client.writer.readAdGroups(scope, campaign, [adGroup]);
  ids = { campaign, adGroup, following: follower?.keyword_id ?? 0, bid: group?.defaultBid ?? '' };
});

afterAll(() => simulator.stop());

const rowOf = (base: number | null, wish: number | null): ChangeRow => ({
  key: `${ids.campaign}:${ids.adGroup}:${ids.following}`,
  field: 'cpt_bid',
  base,
  new: wish,
});

it('a keyword that followed its ad group and is shown with the bid of it still follows', async () => {
  const follows = rowOf(null, 2_500_000);
  const owns = rowOf(2_000_000, 2_500_000);
  const remote = await readRemoteValues(client.writer, scope, ids.campaign, [follows, owns]);
  expect(remote.of(follows)).toEqual({ deleted: false, value: null });
  expect(remote.of(owns)).toEqual({ deleted: false, value: Number(ids.bid) * 1_000_000 });
});

it('a keyword that is to follow again gets the bid that its ad group has, and the row says so', async () => {
  const { campaign: campaignId, adGroup, following } = ids;
  await client.writer.updateKeywords(scope, campaignId, adGroup, [{ id: following, bid: '2.5' }]);
  const row = rowOf(2_500_000, null);
  const remote = await readRemoteValues(client.writer, scope, campaignId, [row]);
  const context = { writer: client.writer, scope, campaignId, remote, now: Date.now };
  const ends = await sendKeywordRows(adGroup, [{ index: 3, row }], context);
  const bid = Number(ids.bid);
  expect(ends.get(3)?.end).toEqual({
    kind: 'done',
    set: bid * 1_000_000,
    note: `Apple no longer lets a keyword follow its ad group again; the bid is now ${bid.toFixed(2)}.`,
  });
  expect(await client.writer.readKeywords(scope, campaignId, [following])).toMatchObject([{ bid: ids.bid }]);
});
