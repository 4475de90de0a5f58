import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compareAdsApi } from '../../../infra/operations/operator/ads/compare/compare-ads-api.ts';
import { createPullActivities } from '../../../workflows/src/pulls/pull-organization/pull-organization.activities.ts';
import { asActivity } from '../../../workflows/src/testing/as-activity.ts';
import { followDirectory } from '../../support/facts/linked-application.ts';
import {
  type SimulatedOrganization,
  simulatedAdamId,
  startSimulatedOrganization,
} from '../../support/facts/simulated-organization.ts';

const stopping = new AbortController();
let world: SimulatedOrganization;
beforeAll(async () => {
  world = await startSimulatedOrganization({ simulator: { SIMULATOR_MOVEMENT: 'off' } });
});
afterAll(() => {
  stopping.abort();
  return world.stop();
});
afterEach(() => world.simulator.faults({ acls: 'all', brand_new: [], deleted_rows: 'yes', country_in: 'metadata' }));

const compare = (api: 'v1' | 'v5' = 'v1') => world.run(compareAdsApi, api, String(world.ref.org_id));
const campaigns = async () => {
  const scope = { orgId: world.ref.org_id, currency: world.organization.currency };
  return (await world.simulator.searchAds().findCampaigns(scope, simulatedAdamId)).items;
};

describe('both versions of the interface', () => {
  it('are not compared while no ad account proves to be the organization', async () => {
    expect(await compare()).toMatchObject({ code: 1, rows: [{ status: 'error', code: 'apple_ads_not_connected' }] });
  });

  it.each(['v1', 'v5'] as const)(
    'say the same of an unchanged world, whichever is set: %s',
    async (api) => {
      const directory = followDirectory(world.log, stopping.signal);
      const searchAds = world.simulator.searchAds({ api: 'v5' });
      const { pullStructure } = createPullActivities({ log: world.log, directory, searchAds, pauseSeconds: 5 });
      await asActivity(pullStructure)(world.ref);
      const position = await world.log.lastPosition();
      const { code, rows } = await compare(api);
      expect([code, rows]).toEqual([
        0,
        [{ status: 'success', objects: expect.any(Number), cells: expect.any(Number), differ: 0 }],
      ]);
      expect(Number(rows[0]?.objects)).toBeGreaterThan(100);
      expect(Number(rows[0]?.cells)).toBeGreaterThan(1000);
      // It binds nothing and records nothing.
      expect(await world.log.lastPosition()).toBe(position);
    },
    120_000,
  );

  it('are shown where an object differs', async () => {
    const id = (await campaigns()).find(({ deleted }) => !deleted)?.campaign_id ?? 0;
    await world.simulator.faults({ brand_new: [id] });
    const { rows } = await compare();
    expect(rows).toMatchObject([
      { kind: 'object', level: 'campaign', id, country: null, day: null, field: 'display_status', v1: 'BRAND_NEW' },
      { status: 'success', differ: 1 },
    ]);
  });

  it('are shown where figures differ, on every level', async () => {
    const scope = { orgId: world.ref.org_id, currency: world.organization.currency, priority: 'person' } as const;
    const running = (await campaigns()).find(({ name }) => name === 'US | Brand | Exact')?.campaign_id ?? 0;
    const { writer } = world.simulator.searchAds({ api: 'v5' });
    expect(await writer.deleteCampaign(scope, running)).toMatchObject({ kind: 'done' });
    await world.simulator.faults({ deleted_rows: 'no' });
    const { code, rows } = await compare();
    const figures = rows.filter(({ kind }) => kind === 'report');
    expect(code).toBe(0);
    expect(figures).toContainEqual({
      kind: 'report',
      level: 'campaign',
      id: running,
      country: 'US',
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      field: 'impressions',
      v5: expect.any(Number),
      v1: 0,
    });
    expect(new Set(figures.map(({ level }) => level))).toEqual(new Set(['campaign', 'ad_group', 'keyword']));
    expect(new Set(figures.map(({ field }) => field))).toEqual(new Set(['impressions', 'taps', 'installs', 'spend']));
    expect(rows.at(-1)).toMatchObject({ status: 'success', differ: rows.length - 1 });
  });

  it('are not compared over an answer that cannot be used', async () => {
    await world.simulator.faults({ country_in: 'none' });
    expect((await compare()).rows.at(-1)).toMatchObject({ status: 'error', code: 'unavailable' });
  });
});
