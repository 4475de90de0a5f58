import { campaignDecider, campaignStream, diffAdGroups, diffCampaign, diffKeywords } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import { eventually } from '../../../../tests/support/product/product.ts';
import { handleCommand } from '../event-log/commands/handle-command.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { openEventLog } from '../event-log/open-event-log.ts';
import { resolveAttribution } from './resolve-attribution.ts';

const campaignId = 700000001;
const scope = { org_id: 4, campaign_id: campaignId, observed_at: '2026-02-01T08:00:00.000Z' };
const record = {
  org_id: 4,
  campaign_id: campaignId,
  ad_group_id: 8,
  keyword_id: 9,
  ad_id: null,
  country: 'US',
  claim_type: 'click' as const,
  conversion_type: 'Download',
};
const campaign = {
  campaign_id: campaignId,
  adam_id: 1500000001,
  name: 'Brand',
  status: 'ENABLED' as const,
  display_status: 'RUNNING',
  deleted: false,
  countries: ['US'],
  supply_sources: [],
  currency: 'USD',
  budget_micros: null,
  daily_budget_micros: null,
  modified_at: null,
};
const adGroup = {
  ad_group_id: 8,
  name: 'Exact',
  status: 'ENABLED' as const,
  display_status: 'RUNNING',
  deleted: false,
  default_bid_micros: null,
  cpa_goal_micros: null,
  search_match: false,
  modified_at: null,
};
const keyword = {
  keyword_id: 9,
  ad_group_id: 8,
  text: 'calm',
  match_type: 'EXACT',
  status: 'ACTIVE' as const,
  deleted: true,
  bid_micros: null,
  modified_at: null,
};

let node: EventStoreUnderTest;
let log: EventLog;

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
});

afterAll(async () => {
  await log.close();
  await node.stop();
});

describe('an attribution', () => {
  it('has no names while its campaign was never seen, and gets them soon after it is', async () => {
    const { conversion_type: _, ...ids } = record;
    const unnamed = { campaign_name: null, ad_group_name: null, keyword_name: null, custom_product_page: null };
    expect(await resolveAttribution(log, record)).toEqual({ ...ids, ...unnamed });
    await handleCommand(log, {
      stream: campaignStream(campaignId),
      decider: campaignDecider,
      cause: 'observed',
      context: asTest,
      decide: (state) => [
        ...diffCampaign(state, scope, campaign),
        ...diffAdGroups(state, scope, [adGroup]),
        ...diffKeywords(state, scope, [keyword]),
      ],
    });
    const named = await eventually(
      () => resolveAttribution(log, record),
      (attribution) => attribution.campaign_name !== null,
    );
    expect(named).toMatchObject({ campaign_name: 'Brand', ad_group_name: 'Exact', keyword_name: 'calm' });
    const bare = { ...record, org_id: null, ad_group_id: null, keyword_id: null, country: null };
    const { conversion_type: __, ...idsOfBare } = bare;
    const names = { ...unnamed, campaign_name: 'Brand' };
    expect(await resolveAttribution(log, bare)).toEqual({ ...idsOfBare, ...names, org_id: 4 });
  });
});
