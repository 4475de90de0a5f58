import { type AdServicesClient, createAdServicesClient } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '../../../infra/simulators/apple/src/endpoints/install-attribution/attribution-token.ts';
import { personKey } from '../../../infra/simulators/apple/src/market/people/person.ts';
import { eventually } from '../../support/product/product.ts';
import { type SimulatorProcess, startSimulator } from './simulator-process.ts';

let simulator: SimulatorProcess;
let client: AdServicesClient;

beforeAll(async () => {
  simulator = await startSimulator();
  client = createAdServicesClient({ url: `${simulator.url}/api/v1/`, timeoutMs: 5000 });
});

afterAll(async () => {
  await client.close();
  await simulator.stop();
});

const dayMs = 86_400_000;
const token = (person: number | null, age = 0) => mintToken({ person, mintedAt: Date.now() - age });

/** The first people of yesterday from some campaigns, or from outside all of them. */
function places(kind: 'campaign' | 'organic', sources: number): number[] {
  const day = Math.floor(Date.now() / dayMs) - 1;
  return Array.from({ length: sources }, (_, index) =>
    [0, 1, 2, 3].map((personIndex) => personKey({ kind, index, day }, personIndex)),
  ).flat();
}

describe('the attribution service and its client', () => {
  it('agree on the record of development builds', async () => {
    expect(await client.exchange(token(null))).toEqual({ kind: 'test_record' });
  });

  it('agree on installs that an ad led to, and name objects of the structure', async () => {
    await simulator.faults({ unknown_first_call_share: 0 });
    const searchAds = simulator.searchAds();
    const responses = await Promise.all(places('campaign', 25).map((key) => client.exchange(token(key))));
    const records = responses.flatMap((response) => (response.kind === 'attributed' ? [response.record] : []));
    expect(records.length).toBeGreaterThan(20);
    expect(new Set(records.map((record) => record.claim_type))).toEqual(new Set(['click', 'view']));
    for (const { org_id, campaign_id, ad_group_id, keyword_id, country } of records.slice(0, 10)) {
      const scope = { orgId: Number(org_id), currency: 'USD' };
      const adGroups = await searchAds.findAdGroups(scope, campaign_id);
      const keywords = await searchAds.findKeywords(scope, campaign_id);
      expect(adGroups.items.map((adGroup) => adGroup.ad_group_id)).toContain(ad_group_id);
      if (keyword_id !== null) expect(keywords.items.map((keyword) => keyword.keyword_id)).toContain(keyword_id);
      expect(country).toMatch(/^[A-Z]{2}$/);
    }
  });

  it('agree on installs that no ad led to, and on those not known yet', async () => {
    const [organic = 0] = places('organic', 1);
    expect(await client.exchange(token(organic))).toEqual({ kind: 'not_attributed' });
    await simulator.faults({ unknown_first_call_share: 1 });
    expect(await client.exchange(token(organic))).toEqual({ kind: 'no_record_yet' });
    await simulator.faults({ unknown_first_call_share: null });
  });

  it('agree on tokens that were never minted, and on those that are too old', async () => {
    expect(await client.exchange('garbage')).toEqual({ kind: 'token_rejected' });
    expect(await client.exchange(token(null, dayMs + 60_000))).toEqual({ kind: 'no_record_yet' });
  });

  it('agree that a fault of the service is no answer', async () => {
    await simulator.faults({ adservices_down: true });
    expect(await client.exchange(token(null))).toMatchObject({ kind: 'unavailable' });
    await simulator.faults({ adservices_down: false });
    expect(
      await eventually(
        () => client.exchange(token(null)),
        (response) => response.kind === 'test_record',
      ),
    ).toBeTruthy();
  });
});
