import { installStream, sdkRefusalsStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IngestService, startIngestService } from '../../../tests/support/services/ingest-service.ts';
import { attributedRecord } from '../../../tests/support/stand-ins/stand-in-store.ts';

let service: IngestService;
let apiKey: string;
let installs = 0;

beforeAll(async () => {
  service = await startIngestService();
  apiKey = await service.addApplication({ id: 501, adamId: 1500000501, bundleId: 'com.example.one' });
});
afterAll(() => service.stop());

const record = attributedRecord;

function body(overrides: Record<string, unknown> = {}): Record<string, unknown> & { install_id: string } {
  installs += 1;
  return {
    api_key: apiKey,
    install_id: `install-${installs}`,
    first_launch_at: new Date(service.clock.now).toISOString(),
    ...overrides,
  };
}

const post = (payload: unknown) => service.post('/sdk/v1/attribution', payload);
const eventTypes = async (installId: string) =>
  (await service.events(installStream(501, installId))).map((event) => event.type);

describe('POST /sdk/v1/attribution', () => {
  it('answers the attribution once as first, then the same with first_time false and the same position', async () => {
    service.store.tokens.set('good', record);
    const payload = body({ attribution_token: 'good' });
    const first = await post(payload);
    expect(first).toMatchObject({ status: 200, body: { status: 'ok', first_time: true } });
    expect(first.body.attribution).toMatchObject({
      org_id: 40,
      campaign_id: 70,
      keyword_id: 72,
      claim_type: 'click',
      country: 'US',
    });
    const again = await post(payload);
    expect(again.body).toEqual({ ...first.body, first_time: false });
    expect(again.position).toBe(first.position);
    expect(await eventTypes(payload.install_id)).toEqual(['InstallReported', 'InstallAttributed']);
  });

  it('records an install once when the same call arrives many times at once', async () => {
    service.store.tokens.set('burst', record);
    const payload = body({ attribution_token: 'burst' });
    const responses = await Promise.all(Array.from({ length: 12 }, () => post(payload)));
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => 200));
    expect(responses.filter((response) => response.body.first_time === true)).toHaveLength(1);
    expect(await eventTypes(payload.install_id)).toEqual(['InstallReported', 'InstallAttributed']);
  });

  it('answers 202 while the service has no record, and the first final answer afterwards is the first time', async () => {
    service.store.tokens.set('early', 404);
    const payload = body({ attribution_token: 'early' });
    const pending = await post(payload);
    expect(pending).toMatchObject({ status: 202, body: { status: 'pending', retry_after: 5 } });
    expect(pending.position).toMatch(/^\d+$/);
    service.store.tokens.set('early', record);
    expect((await post(payload)).body).toMatchObject({ first_time: true, attribution: { campaign_id: 70 } });
    expect((await post(payload)).body).toMatchObject({ first_time: false, attribution: { campaign_id: 70 } });
  });

  it('keeps an install pending while the service is away, and gives up 24 hours after the first call', async () => {
    service.store.tokens.set('never', 500);
    const payload = body({ attribution_token: 'never' });
    expect((await post(payload)).status).toBe(202);
    service.clock.now += 24 * 3_600_000;
    expect((await post(payload)).body).toEqual({ status: 'ok', first_time: true, attribution: null });
    service.clock.now -= 24 * 3_600_000;
  });

  it.each([
    ['no token', {}],
    ['an empty token', { attribution_token: '' }],
    ['a token the service rejects', { attribution_token: 'rejected' }],
  ])('counts %s as organic', async (_what, overrides) => {
    expect((await post(body(overrides))).body).toEqual({ status: 'ok', first_time: true, attribution: null });
  });

  it("answers the service's test record with null, proves the SDK and reports no install", async () => {
    service.store.tokens.set('test', { ...record, campaignId: 1234567890 });
    const payload = body({ attribution_token: 'test' });
    expect((await post(payload)).body).toMatchObject({ status: 'ok', attribution: null });
    expect(await eventTypes(payload.install_id)).toEqual(['TestInstallReported']);
  });

  it('proves the SDK integration with the first call', async () => {
    const key = await service.addApplication({ id: 502, adamId: 1500000502, bundleId: 'com.example.two' });
    await post(body({ api_key: key }));
    const types = (await service.events('application-502')).map((event) => event.type);
    expect(types).toEqual(['ApplicationCreated', 'SdkIntegrationProven']);
  });

  it.each([
    ['an unknown key', { api_key: 'unknown' }, 401, 'unauthorized'],
    ['no install id', { install_id: undefined }, 400, 'invalid_request'],
    ['an install id of 65 characters', { install_id: 'x'.repeat(65) }, 400, 'invalid_request'],
    ['no first launch', { first_launch_at: undefined }, 400, 'invalid_request'],
    ['a first launch that is no instant', { first_launch_at: 'yesterday' }, 400, 'invalid_request'],
  ])('refuses %s and records nothing', async (_what, overrides, status, code) => {
    const payload = body(overrides);
    expect(await post(payload)).toMatchObject({ status, body: { status: 'error', code } });
    expect(await eventTypes(payload.install_id ?? '')).toEqual([]);
  });

  it.each([
    ['more than three years ago', -3 * 366 * 86_400_000],
    ['more than 24 hours ahead', 25 * 3_600_000],
  ])('refuses a first launch %s without asking the service', async (_what, shift) => {
    const exchangesBefore = service.store.exchanges.length;
    const first_launch_at = new Date(service.clock.now + shift).toISOString();
    expect((await post(body({ first_launch_at, attribution_token: 'good' }))).status).toBe(400);
    expect(service.store.exchanges).toHaveLength(exchangesBefore);
  });

  it('ignores fields it does not know and takes null for what may be absent', async () => {
    const overrides = { attribution_token: null, locale: null, device_class: null, something_new: { deep: true } };
    expect((await post(body(overrides))).status).toBe(200);
  });

  it.each([
    ['a device class that is not in the list', { device_class: 'toaster' }],
    ['a device class that is no word', { device_class: 7 }],
    ['texts that are none', { sdk_version: 1.4, app_version: {}, os_version: [], locale: false, build: 3 }],
    ['texts that are too long', { sdk_version: 'x'.repeat(65), locale: 'x'.repeat(5000) }],
    ['a build of five thousand characters', { build: 'x'.repeat(5000) }],
    ['a token that is no text', { attribution_token: 12 }],
    ['an instant of sending that is none', { sent_at: 'now' }],
  ])('takes %s as unknown: an app that is in the store cannot be recalled', async (_what, overrides) => {
    const payload = body(overrides);
    expect(await post(payload)).toMatchObject({ status: 200, body: { first_time: true, attribution: null } });
    const unknown = { device_class: null, attribution_token: null, sdk_version: null, locale: null };
    expect((await service.events(installStream(501, payload.install_id)))[0]?.data).toMatchObject(unknown);
  });

  it.each([
    ['no JSON', '{"api_key"', 400],
    ['an array', '[]', 400],
    ['more than 16 kB', JSON.stringify({ api_key: 'x'.repeat(17_000) }), 413],
    ['a version of 64 kB', JSON.stringify({ sdk_version: 'x'.repeat(65_536) }), 413],
  ])('refuses a body that is %s in the usual form', async (_what, text, status) => {
    const response = await post(text);
    expect(response).toMatchObject({ status, body: { status: 'error' } });
    expect(typeof response.body.error_message).toBe('string');
  });
});

describe('the clock of a phone', () => {
  const firstLaunchOf = async (overrides: Record<string, unknown>) => {
    const payload = body(overrides);
    expect(await post(payload)).toMatchObject({ status: 200 });
    const [reported] = await service.events(installStream(501, payload.install_id));
    return reported?.type === 'InstallReported' ? Date.parse(reported.data.first_launch_at) - service.clock.now : null;
  };
  const at = (ms: number) => new Date(ms).toISOString();
  const hour = 3_600_000;

  it('moves the first launch by what it is off at sending, beyond five minutes', async () => {
    const { now } = service.clock;
    const launched = (launchOffset: number, sent: number) =>
      firstLaunchOf({ first_launch_at: at(now + launchOffset), sent_at: at(now + sent) });
    expect(await launched(-2 * hour, 0)).toBe(-2 * hour);
    expect(await launched(-2 * hour, -4 * 60_000)).toBe(-2 * hour);
    expect(await launched(48 * hour, 50 * hour)).toBe(-2 * hour);
    expect(await launched(-now, hour - now)).toBe(-hour);
  });

  it('that was wrong at the first launch and is right now counts the install when it arrives', async () => {
    const sent_at = at(service.clock.now);
    expect(await firstLaunchOf({ first_launch_at: at(0), sent_at })).toBe(0);
    expect(await firstLaunchOf({ first_launch_at: at(service.clock.now + 400 * 24 * hour), sent_at })).toBe(0);
  });

  it.each([null, undefined, 'now', 7])(
    'sent as %s leaves the limits of a first launch as they are',
    async (sent_at) => {
      expect(await post(body({ first_launch_at: at(0), sent_at }))).toMatchObject({ status: 400 });
    },
  );
});

describe('a build', () => {
  it.each(['testflight', 'debug', 'simulator'])('of %s is a test, and the service is not asked', async (build) => {
    const key = await service.addApplication({ id: 510 + build.length, adamId: 15e8 + build.length, bundleId: build });
    const exchangesBefore = service.store.exchanges.length;
    const payload = body({ api_key: key, build, attribution_token: 'good' });
    expect((await post(payload)).body).toEqual({ status: 'ok', first_time: true, attribution: null });
    expect((await post(payload)).body).toEqual({ status: 'ok', first_time: false, attribution: null });
    expect(service.store.exchanges).toHaveLength(exchangesBefore);
    const stream = installStream(510 + build.length, payload.install_id);
    expect((await service.events(stream)).map(({ type }) => type)).toEqual(['TestInstallReported']);
    const ofApplication = (await service.events(`application-${510 + build.length}`)).map(({ type }) => type);
    expect(ofApplication).toEqual(['ApplicationCreated', 'SdkIntegrationProven']);
  });

  it.each(['store', 'TestFlight', 'beta', ''])('called "%s" counts', async (build) => {
    const payload = body({ build });
    await post(payload);
    expect(await eventTypes(payload.install_id)).toEqual(['InstallReported', 'InstallFoundOrganic']);
  });

  it('is that of the first call, whatever later ones are', async () => {
    service.store.tokens.set('later', record);
    const test = body({ build: 'debug' });
    await post(test);
    expect((await post({ ...test, build: 'store', attribution_token: 'later' })).body.attribution).toBeNull();
    expect(await eventTypes(test.install_id)).toEqual(['TestInstallReported']);
    const counted = body();
    await post(counted);
    const response = await post({ ...counted, build: 'testflight', attribution_token: 'later' });
    expect(response.body).toEqual({ status: 'ok', first_time: false, attribution: null });
    expect(await eventTypes(counted.install_id)).toEqual(['InstallReported', 'InstallFoundOrganic']);
  });
});

describe('a token that comes later', () => {
  const late = async (token: string, response: object | number) => {
    service.store.tokens.set(token, response);
    const payload = body();
    expect((await post(payload)).body).toEqual({ status: 'ok', first_time: true, attribution: null });
    return { ...payload, attribution_token: token };
  };

  it('completes an install that was recorded without one, and is not the first answer', async () => {
    const payload = await late('late', record);
    const completed = await post(payload);
    expect(completed).toMatchObject({ status: 200, body: { first_time: false, attribution: { campaign_id: 70 } } });
    const again = await post({ ...payload, attribution_token: null });
    expect(again).toMatchObject({ status: 200, body: completed.body, position: completed.position });
    const types = ['InstallReported', 'InstallFoundOrganic', 'InstallReopened', 'InstallAttributed'];
    expect(await eventTypes(payload.install_id)).toEqual(types);
  });

  it('leaves the install pending while the service has no record', async () => {
    const payload = await late('late-pending', 404);
    expect(await post(payload)).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect(await post({ ...payload, attribution_token: null })).toMatchObject({ status: 202 });
    service.store.tokens.set('late-pending', record);
    expect((await post(payload)).body).toMatchObject({ first_time: false, attribution: { campaign_id: 70 } });
    expect((await post(payload)).body).toMatchObject({ first_time: false, attribution: { campaign_id: 70 } });
  });

  it.each([
    ['that no ad led to it', { attribution: false }],
    ['that the token is not valid', 400],
  ])('of which the service says %s is final', async (_what, response) => {
    const payload = await late(`final-${JSON.stringify(response)}`, response);
    expect((await post(payload)).body).toEqual({ status: 'ok', first_time: false, attribution: null });
    service.store.tokens.set('another', record);
    const again = await post({ ...payload, attribution_token: 'another' });
    expect(again.body).toEqual({ status: 'ok', first_time: false, attribution: null });
  });

  it('completes it once when it comes many times at once', async () => {
    const payload = await late('late-burst', record);
    const responses = await Promise.all(Array.from({ length: 8 }, () => post(payload)));
    for (const { body: responseBody } of responses)
      expect(responseBody).toMatchObject({ first_time: false, attribution: { org_id: 40 } });
    expect(await eventTypes(payload.install_id)).toHaveLength(4);
  });
});

describe('the figures of this process', () => {
  it('count calls by version, status and token, refused ones too, and hold no id of an install', async () => {
    const payload = body({ sdk_version: '7.1.2', attribution_token: 'rejected' });
    await post(payload);
    await post({ ...payload, first_launch_at: '1970-01-01T00:00:00Z', attribution_token: null });
    const { body: figures } = await service.app.inject({ method: 'GET', url: '/metrics' });
    expect(figures).toContain('tapwise_sdk_calls_total{version="7.1.2",status="200",token="sent"} 1');
    expect(figures).toContain('tapwise_sdk_calls_total{version="7.1.2",status="400",token="missing"} 1');
    expect(figures).not.toContain(payload.install_id);
  });
});

it('records at its end how many calls of each version it could not read, of known applications alone', async () => {
  const wrong = { first_launch_at: 'yesterday', sdk_version: '1.3.0' };
  const calls = [
    body(wrong),
    body({ ...wrong, first_launch_at: '1970-01-01T00:00:00Z' }),
    body({ ...wrong, sdk_version: 7 }),
  ];
  for (const call of [...calls, body({ ...wrong, api_key: 'unknown' })]) expect((await post(call)).status).toBe(400);
  await service.app.close();
  const [event] = (await service.events(sdkRefusalsStream(501))).slice(-1);
  expect(event).toMatchObject({ type: 'SdkCallsRefused', data: { application_id: 501 } });
  const versions = event?.type === 'SdkCallsRefused' ? event.data.versions : [];
  expect(versions).toContainEqual({ sdk_version: '1.3.0', calls: 2 });
  expect(versions).toContainEqual({ sdk_version: null, calls: expect.any(Number) });
});
