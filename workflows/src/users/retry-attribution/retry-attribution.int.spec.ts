import {
  type AdServicesClient,
  createAdServicesClient,
  type EventLog,
  handleCommand,
  openEventLog,
} from '@tapwise/adapters';
import { attributionWaitMs, installDecider, installStream, recordInstall } from '@tapwise/domain';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import { type StandInStore, startStandInStore } from '../../../../tests/support/stand-ins/stand-in-store.ts';
import { createRetryAttributionActivities } from './retry-attribution.activities.ts';
import type { RetryAttributionActivities } from './retry-attribution.contract.ts';

let node: EventStoreUnderTest;
let log: EventLog;
let store: StandInStore;
let adServices: AdServicesClient;
let number = 0;
let install: { application_id: number; install_id: string };

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  store = await startStandInStore();
  adServices = createAdServicesClient({ url: `${store.url}/api/v1/`, timeoutMs: 2000 });
});

afterAll(async () => {
  await adServices.close();
  await store.stop();
  await log.close();
  await node.stop();
});

beforeEach(() => {
  number += 1;
  install = { application_id: 1, install_id: `install-${number}` };
});

const token = () => `token-${number}`;
const stream = () => installStream(install.application_id, install.install_id);
type AttributionResult = Awaited<ReturnType<RetryAttributionActivities['askForAttribution']>>;
const ask = (): Promise<AttributionResult> =>
  new MockActivityEnvironment().run(createRetryAttributionActivities({ log, adServices }).askForAttribution, install);

/** A call about an install so long ago that leaves it pending; without a token it is Organic. */
async function pending(ageMs = 0, attribution_token: string | null = token()): Promise<void> {
  const received_at = new Date(Date.now() - ageMs).toISOString();
  const unknown = { sdk_version: null, app_version: null, os_version: null, device_class: null, locale: null };
  const times = { first_launch_at: received_at, received_at };
  await handleCommand(log, {
    stream: stream(),
    decider: installDecider,
    cause: `reported ${attribution_token}`,
    context: asTest,
    decide: (state) =>
      recordInstall(state, { ...install, ...times, ...unknown, attribution_token }, { outcome: 'pending' }),
  });
}

const recorded = async () => (await log.readStream(stream())).map(({ event }) => event).slice(1);

describe('asking again for an attribution', () => {
  it('records the campaign once there is a record', async () => {
    await pending();
    store.tokens.set(token(), {
      attribution: true,
      orgId: 4,
      campaignId: 5,
      adGroupId: 6,
      keywordId: 7,
      conversionType: 'Redownload',
      claimType: 'Impression',
      countryOrRegion: 'DE',
    });
    expect(await ask()).toEqual({ settled: true });
    expect(await recorded()).toMatchObject([
      {
        type: 'InstallAttributed',
        data: {
          attribution: { org_id: 4, campaign_id: 5, ad_group_id: 6, keyword_id: 7, country: 'DE', claim_type: 'view' },
          conversion_type: 'Redownload',
        },
      },
    ]);
  });

  it.each([
    ['no ad led to it', { attribution: false }, 'not_by_ads'],
    ['the token is refused', 400, 'token_rejected'],
  ])('records an organic user when %s', async (_why, response, reason) => {
    await pending();
    store.tokens.set(token(), response);
    expect(await ask()).toEqual({ settled: true });
    expect(await recorded()).toMatchObject([{ type: 'InstallFoundOrganic', data: { reason } }]);
  });

  it.each([404, 500])('changes nothing while the service answers %i', async (status) => {
    await pending(attributionWaitMs - 60_000);
    store.tokens.set(token(), status);
    const result = await ask();
    expect(result).toMatchObject({ settled: false });
    expect(result.settled ? 0 : result.seconds_left).toBeLessThanOrEqual(60);
    expect(await recorded()).toEqual([]);
  });

  it('gives up 24 hours after the first call', async () => {
    await pending(attributionWaitMs);
    store.tokens.set(token(), 404);
    expect(await ask()).toEqual({ settled: true });
    expect(await recorded()).toMatchObject([{ type: 'InstallFoundOrganic', data: { reason: 'no_answer_in_time' } }]);
  });

  it('takes an answer that comes at the last moment', async () => {
    await pending(attributionWaitMs);
    store.tokens.set(token(), { attribution: false });
    await ask();
    expect(await recorded()).toMatchObject([{ data: { reason: 'not_by_ads' } }]);
  });

  it('asks with the token of an install that was recorded without one, for a day from its coming', async () => {
    await pending(2 * attributionWaitMs, null);
    await pending(attributionWaitMs - 60_000);
    store.tokens.set(token(), 404);
    expect(await ask()).toMatchObject({ settled: false });
    store.tokens.set(token(), { attribution: true, orgId: 4, campaignId: 5 });
    expect(await ask()).toEqual({ settled: true });
    expect((await recorded()).slice(-2)).toMatchObject([
      { type: 'InstallReopened' },
      { type: 'InstallAttributed', data: { answered: false, attribution: { campaign_id: 5, ad_group_id: null } } },
    ]);
  });

  it('does not ask about an install that is settled', async () => {
    await pending();
    store.tokens.set(token(), { attribution: false });
    await ask();
    const exchangesBefore = store.exchanges.length;
    expect(await ask()).toEqual({ settled: true });
    expect(store.exchanges).toHaveLength(exchangesBefore);
    expect(await recorded()).toHaveLength(1);
  });
});
