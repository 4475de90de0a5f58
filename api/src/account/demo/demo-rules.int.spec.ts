import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { campaignStream } from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { campaignSettings, happened, inTables, linkOrganization } from '../../../../tests/support/facts/ads-world.ts';
import { eventually } from '../../../../tests/support/product/product.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';
import { demoReportSeeding } from './demo-report.ts';
import { seedDemoRules } from './demo-rules.ts';

const objects = { orgId: 40, campaignId: 7, adGroupId: 8, keywordId: 9 };
const adamId = 1_500_000_001;
/** What the simulated market answers when it is asked for its past. */
const market = { history_done: false };
const simulator = createServer((_, response) => response.end(JSON.stringify(market)));
let api: ApiService;
beforeAll(async () => {
  await new Promise<void>((resolve) => simulator.listen(0, '127.0.0.1', resolve));
  const target = `127.0.0.1:${(simulator.address() as AddressInfo).port}`;
  api = await startApi({ demo: true, tables: true, outboundTargets: [target] });
});
afterAll(async () => {
  await api.stop();
  simulator.close();
});

it('waits for the campaigns of the simulated ad service, then gives the demo its rules, each once', async () => {
  expect(await seedDemoRules(api.deps)).toBe(false);
  await inTables(api, await linkOrganization(api, { id: 1, adamId, accountId: 17 }, objects));
  expect(await seedDemoRules(api.deps)).toBe(false);
  let position = 0n;
  const names = [
    'US | Sleep stories page',
    'UK AU CA NZ IE | Brand',
    'US | Discovery',
    'DACH | Wettbewerb',
    'UK AU CA | Category | Exact',
  ];
  for (const [index, name] of names.entries()) {
    const campaign = { ...campaignSettings(11 + index, adamId), name };
    const data = {
      org_id: objects.orgId,
      campaign_id: 11 + index,
      observed_at: api.deps.now().toISOString(),
      campaign,
    };
    position = await happened(api, campaignStream(11 + index), { type: 'CampaignObserved', data });
  }
  await inTables(api, position);
  expect(await seedDemoRules(api.deps)).toBe(true);
  const token = String((await api.call('POST', '/api/session', { body: { demo: true } })).body.token);
  const query = { application_id: 1 };
  const rules = async () => (await api.call('GET', '/api/asa/automated_campaigns', { token, query })).body;
  expect(await rules()).toMatchObject({
    automated_campaigns: [
      { id: 1, type: 'raise_bids', status: 'active', mode: 'live', apply_to: { 40: [11] }, window: 'last_7' },
      { id: 2, type: 'raise_bids', status: 'active', mode: 'shadow', apply_to: { 40: [12] } },
      { id: 3, type: 'filter_discovery', status: 'active', apply_to: { 40: [13] } },
      { id: 4, type: 'custom', status: 'active', mode: 'live', apply_to: { 40: [14] } },
      { id: 5, type: 'custom', status: 'active', mode: 'shadow', apply_to: { 40: [15] } },
    ],
  });
  expect((await api.call('GET', '/api/asa/labels', { token, query })).body).toMatchObject({
    labels: [{ id: 1, name: 'Spends without installs', objects: 0 }],
  });
  const updates = { status: 'deleted' };
  for (const id of [1, 4])
    await api.call('PUT', '/api/asa/automated_campaigns', { token, body: { application_id: 1, id, updates } });
  const label = { application_id: 1, id: 1 };
  expect((await api.call('DELETE', '/api/asa/labels', { token, body: label })).status).toBe(200);
  expect(await seedDemoRules(api.deps)).toBe(true);
  expect((await rules()).automated_campaigns).toHaveLength(3);
  expect((await api.call('GET', '/api/asa/labels', { token, query })).body.labels).toEqual([]);
});

it('sends a report of the demo once its past is in the tables, and once', async () => {
  const token = String((await api.call('POST', '/api/session', { body: { demo: true } })).body.token);
  const query = { application_id: 1 };
  const schedules = async () => (await api.call('GET', '/api/asa/report_schedules', { token, query })).body;
  const seed = demoReportSeeding(api.deps);
  const later = { ...api.deps, now: () => new Date(Date.now() + 3_600_000) };
  expect(await seed()).toBe(false);
  expect(await demoReportSeeding(later)()).toBe(false);
  expect(await schedules()).toMatchObject({ schedules: [{ id: 1, range: 'last7', last: null }] });
  market.history_done = true;
  await eventually(seed, (isDone) => isDone);
  await eventually(demoReportSeeding(later), (isDone) => isDone);
  const { body } = await api.call('GET', '/api/asa/report_schedules/sends', { token, query: { ...query, id: 1 } });
  expect(body).toMatchObject({ sends: [{ state: 'waiting' }] });
});
