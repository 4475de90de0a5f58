import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tryApple } from '../../../infra/operations/operator/ads/try-apple.ts';
import { type SimulatedOrganization, startSimulatedOrganization } from '../../support/facts/simulated-organization.ts';

let world: SimulatedOrganization;
beforeAll(async () => {
  world = await startSimulatedOrganization();
});
afterAll(() => world.stop());
afterEach(() => world.simulator.faults({ revoked_clients: [], acls: 'all' }));

const callsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ call }) => String(call));
const writes = async (): Promise<unknown[]> => {
  const response = await fetch(`${world.simulator.url}/control/writes?after=0`);
  return ((await response.json()) as { writes: unknown[] }).writes;
};

describe('the first calls with a real key', () => {
  it('say who it is, what it sees and what the documentation leaves open, one row each', async () => {
    const { code, rows } = await world.run(tryApple, 'v1');
    expect(code).toBe(0);
    expect(rows[0]).toMatchObject({ call: 'GET /me', http: 200, seen: { org_id: expect.any(Number) } });
    expect(rows[1]).toMatchObject({ call: 'GET /acls', http: 200 });
    expect(rows[1]?.seen).toMatchObject({ accounts: expect.arrayContaining([world.ref.org_id]) });
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(['call', 'http', 'seconds', 'seen']);
    expect(callsOf(rows)).toEqual(
      expect.arrayContaining([
        'GET /ad-accounts/{id}',
        'POST /campaigns/query (name IN)',
        'POST /keywords/query',
        'POST /negative-keywords/query (of the campaign)',
        'POST /reports/apps/campaigns/query (without a filter)',
        'POST /reports/apps/searchterms/query (24 months back)',
        'POST /insights/apps/impression-share/query',
        'GET /acls of v5',
      ]),
    );
    // Accounts that run no campaigns of the App Store refuse the question, and that is a finding.
    expect(rows.filter(({ http }) => http === 403).map(({ call }) => call)).toContain('POST /campaigns/query');
    expect(rows.find(({ call }) => call === 'POST /reports/apps/campaigns/query (without a filter)')).toMatchObject({
      http: 200,
      seen: { rows: expect.any(Number), metadata: expect.arrayContaining(['countryOrRegion']) },
    });
  });

  it('change nothing', async () => {
    await world.run(tryApple, 'v1');
    expect(await writes()).toEqual([]);
  });

  it('show no key and no token', async () => {
    const { rows } = await world.run(tryApple, 'v1');
    const printed = JSON.stringify(rows);
    const [, body = ''] = /-----BEGIN[^\n]*\n([^\n]+)/.exec(
      readFileSync(world.simulator.credentials.privateKeyFile, 'utf8'),
    ) ?? ['', 'missing'];
    expect(body.length).toBeGreaterThan(20);
    expect(printed).not.toContain(body);
    expect(printed).not.toMatch(/eyJ|Bearer|client_secret|PRIVATE KEY/);
  });

  it('say what is wrong with a key', async () => {
    await world.simulator.faults({ revoked_clients: [world.simulator.credentials.clientId] });
    const { code, rows } = await world.run(tryApple, 'v1');
    expect(code).toBe(0);
    expect(rows).toMatchObject([
      { call: 'POST /auth/oauth2/token', seen: { reason: 'credentials' } },
      { call: 'POST /auth/oauth2/token', seen: { reason: 'credentials' } },
      { call: 'GET /acls of v5', seen: { reason: 'credentials' } },
    ]);
  });
});
