import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { createCaller, requestToken } from '../../testing/ads-api-caller.ts';
import { control } from '../../testing/control-calls.ts';
import { createPlatformCaller } from '../../testing/platform-caller.ts';

const US = 40669820;
const JP = 40771010;
const startAt = Date.parse('2026-11-20T18:00:00Z');
let simulator: Simulator;
let token: string;

beforeAll(async () => {
  simulator = await startSimulator({ startAt, scale: 0.05, historyMonths: 1 });
  token = ((await (await requestToken(simulator)).json()) as { access_token: string }).access_token;
});
afterAll(() => simulator.stop());
afterEach(() => control(simulator, '/faults', { v5_end: null }));

const acls = () =>
  fetch(`${simulator.url}/api/v5/acls`, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' });

describe('the older API', () => {
  it.each([
    { as: 301, text: 'RESOURCE_MOVED_PERMANENTLY' },
    { as: 403, text: 'FORBIDDEN' },
    { as: 404, text: 'RESOURCE_NOT_FOUND' },
    { as: 410, text: 'GONE' },
    { as: 503, text: '<html>' },
  ])('ends with $as for all, and the Platform API goes on with the same token', async ({ as, text }) => {
    await control(simulator, '/faults', { v5_end: { as } });
    const response = await acls();
    expect([response.status, await response.text()]).toEqual([as, expect.stringContaining(text)]);
    expect(response.headers.has('location')).toBe(as === 301);
    expect((await (await createPlatformCaller(simulator))('/acls')).status).toBe(200);
  });

  it('ends with closed connections', async () => {
    await control(simulator, '/faults', { v5_end: { as: 'closed' } });
    await expect(acls()).rejects.toThrow();
  });

  it('ends at an instant, and for some organizations alone', async () => {
    await control(simulator, '/faults', { v5_end: { as: 410, at: '2026-11-21T00:00:00Z' } });
    expect((await acls()).status).toBe(200);
    await control(simulator, '/faults', { v5_end: { as: 410, at: '2026-11-20T00:00:00Z', orgs: [JP] } });
    const call = await createCaller(simulator);
    expect((await call('/campaigns', JP)).status).toBe(410);
    expect((await call('/campaigns', US)).status).toBe(200);
    expect((await acls()).status).toBe(200);
  });

  it('is not served where the Platform API alone is, and the other way round', async () => {
    const platform = await startSimulator({ startAt, scale: 0.05, historyMonths: 1, adsApis: 'v1' });
    expect((await fetch(`${platform.url}/api/v5/acls`)).status).toBe(404);
    expect((await fetch(`${platform.url}/v1/acls`)).status).toBe(401);
    await platform.stop();
    const older = await startSimulator({ startAt, scale: 0.05, historyMonths: 1, adsApis: 'v5' });
    expect((await fetch(`${older.url}/api/v5/acls`)).status).toBe(401);
    expect((await fetch(`${older.url}/v1/acls`)).status).toBe(404);
    await older.stop();
  });
});
