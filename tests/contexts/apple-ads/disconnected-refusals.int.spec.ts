import { randomUUID } from 'node:crypto';
import { readLog } from '@tapwise/adapters';
import {
  automationStreamPrefixes,
  changeStream,
  createAutomations,
  creativesStream,
  evolveAutomations,
  olderInterfaceStream,
} from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disconnectedCheck } from '../../../workflows/src/activity/disconnected-organizations.ts';
import { standingRules } from '../../../workflows/src/campaigns/run-automation/standing-rules.ts';
import { happened } from '../../support/facts/ads-world.ts';
import { eventually } from '../../support/product/product.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

const ended =
  'Apple has switched off the old interface. Your campaigns run on in Apple Ads; we cannot see or change them until you connect again.';
const campaign = 700;
const adGroup = 710;
const key = `${campaign}:${adGroup}:720`;
/** Streams of whatever the calls below ask for. */
const recordedStreams = ['campaign-', 'change-', 'changeSet-', 'creation-', 'creatives-', ...automationStreamPrefixes];
const creative = { creative_id: 61, name: 'Rain', product_page_id: 'rain', valid: true };

let world: SettingsChangeWorld;
/** What was under way, or was done, before the organization stood. */
let change: { id: unknown };
let changeSet: { id: unknown };
let rule: { id: unknown };
const creation = { request_id: randomUUID(), asa_organization_id: undefined };
const skag = (more: object = {}) => ({
  asa_organization_id: world.orgId,
  name: `SKAG ${randomUUID()}`,
  countries: ['US'],
  daily_budget_amount: 50,
  cpt: 1,
  keywords: ['rain'],
  negative_keywords: [],
  automation_enabled: false,
  ...more,
});
const ruleBody = () => ({
  automation_type: 'raise_bids',
  automation_name: `Raise ${randomUUID()}`,
  automation_params: {},
  apply_to: { [world.orgId]: [campaign] },
});
const bid = (amount: number) => ({ new_bids: { [key]: amount } });

beforeAll(async () => {
  world = await startSettingsChangeWorld({ settings: { changeWaits: { there: 10_000, away: 300 } } });
  await world.campaign(campaign, [{ adGroupId: adGroup, keywordId: 720, bid: 1_000_000 }]);
  const { api, applicationId, orgId } = world;
  const synced = {
    application_id: applicationId,
    org_id: orgId,
    creatives: [creative],
    synced_at: new Date().toISOString(),
  };
  await happened(api, creativesStream(applicationId, orgId), { type: 'CreativesSynced', data: synced });
  change = { id: (await world.call('PUT', 'keywords_bids', bid(1.2))).body.change_id };
  const rows = [{ key, field: 'cpt_bid', new: 1.5 }];
  const made = await world.call('POST', 'change_sets', { asa_organization_id: orgId, name: 'Autumn', rows });
  changeSet = { id: (made.body.change_set as { id: string }).id };
  await put('change_sets', { id: changeSet.id, action: 'submit' });
  rule = { id: (await world.call('POST', 'automated_campaigns', ruleBody())).body.id };
  await world.call('POST', 'skag_campaign', skag({ request_id: creation.request_id }));
  await eventually(
    () => api.log.readStream(changeStream(String(change.id))),
    (events) => events.some(({ event }) => event.type === 'ChangeSettled'),
  );
});
afterAll(() => world.stop());

const put = (path: string, body: object) => world.call('PUT', path, { asa_organization_id: undefined, ...body });
const get = (path: string) => {
  const { api, applicationId, orgId, owner } = world;
  const query = { application_id: applicationId, asa_organization_id: orgId };
  return api.call('GET', `/api/asa/${path}`, { token: owner.token, query });
};

/** Processes of rules, as they run. */
async function runningRules(): Promise<number> {
  const { log, deps } = world.api;
  const state = createAutomations();
  await readLog(log, { streamPrefixes: automationStreamPrefixes }, (events) => {
    for (const { event, position } of events) evolveAutomations(state, event, position);
  });
  const isDisconnected = disconnectedCheck({ APPLE_ADS_API: 'v5' }, deps.appleAds.connections);
  return standingRules({ directory: deps.directory, automations: { state }, isDisconnected }).length;
}

describe('while an organization is disconnected', () => {
  let writes: number;
  let position: bigint;
  const recordings = async () => {
    const types: string[] = [];
    await readLog(world.api.log, { after: position, streamPrefixes: recordedStreams }, (events) => {
      types.push(...events.map(({ event }) => event.type));
    });
    return types;
  };

  beforeAll(async () => {
    expect([change.id, changeSet.id, rule.id].every(Boolean)).toBe(true);
    expect(await runningRules()).toBe(1);
    const data = {
      version: 'v5',
      operation: 'GET /acls',
      http_status: 410,
      ended_at: new Date().toISOString(),
    } as const;
    position = await happened(world.api, olderInterfaceStream, { type: 'AdsInterfaceEnded', data });
    await world.api.deps.appleAds.connections.reached(position);
    writes = world.writes().length;
  });

  it.each([
    ['an edit', () => world.call('PUT', 'keywords_bids', bid(1.3))],
    ['a switch', () => world.call('PUT', 'campaigns_status', { campaign_ids: [campaign], status: 'PAUSED' })],
    ['an undo', () => world.call('POST', 'undo', { change_id: change.id })],
    ['the preview of an undo', () => world.call('POST', 'undo', { change_id: change.id, dry_run: true })],
    ['a change set that is applied', () => put('change_sets', { id: changeSet.id, action: 'apply' })],
    ['a creation', () => world.call('POST', 'skag_campaign', skag())],
    [
      'a creation of keywords',
      () =>
        world.call('POST', 'skag_campaign/keyword', {
          asa_organization_id: world.orgId,
          campaign_id: campaign,
          cpt: 1,
          keywords: ['rain'],
        }),
    ],
    ['the continuation of a creation', () => world.call('POST', 'creations/continue', creation)],
    ['a reading of product pages', () => world.call('POST', 'creatives', { asa_organization_id: world.orgId })],
    [
      'a product page',
      () =>
        world.call('PUT', 'ad_groups_cpps', {
          ad_groups: [{ campaignId: campaign, id: adGroup, creativeId: creative.creative_id, adId: null }],
        }),
    ],
    ['a run of a rule', () => world.call('POST', 'automated_campaigns/run', { id: rule.id })],
  ])('%s is refused in words and does nothing', async (_what, call) => {
    const refused = await call();
    expect([refused.status, refused.body.code, refused.body.error_message]).toEqual([
      409,
      'apple_ads_not_connected',
      ended,
    ]);
    expect([await recordings(), world.writes().length]).toEqual([[], writes]);
  });

  it('what is stored is shown, rules stay and skip their slots, and new ones are made', async () => {
    expect((await get('creatives')).body.creatives).toMatchObject([{}, { id: creative.creative_id }]);
    expect(await runningRules()).toBe(0);
    const made = await world.call('POST', 'automated_campaigns', ruleBody());
    expect(made.status).toBe(200);
    const { api, applicationId, owner } = world;
    const query = { application_id: applicationId };
    const rules = await api.call('GET', '/api/asa/automated_campaigns', { token: owner.token, query });
    expect(rules.body.automated_campaigns).toMatchObject([{ status: 'active' }, { status: 'active' }]);
    expect(await runningRules()).toBe(0);
  });

  it('a creation can be cancelled', async () => {
    const cancelled = await world.call('POST', 'creations/cancel', creation);
    expect(cancelled).toMatchObject({ status: 200, body: { creation: { state: 'cancelled' } } });
  });

  it('and everything is done again once the interface answers', async () => {
    const data = { version: 'v5', back_at: new Date().toISOString() } as const;
    const back = await happened(world.api, olderInterfaceStream, { type: 'AdsInterfaceBack', data });
    await world.api.deps.appleAds.connections.reached(back);
    const undone = await world.call('POST', 'undo', { change_id: change.id });
    expect(undone).toMatchObject({ status: 200, body: { counts: { changed: 1 } } });
    expect(await runningRules()).toBe(2);
  });
});
