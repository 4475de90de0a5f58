import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { type AdsApiResponse, createCaller } from '../../../testing/ads-api-caller.ts';
import { control, writesOf } from '../../../testing/control-calls.ts';

const ORG = 40669820;
const money = (amount: string) => ({ amount, currency: 'USD' });
let simulator: Simulator;
let call: Awaited<ReturnType<typeof createCaller>>;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 0.05, movement: 'off' });
  call = await createCaller(simulator);
});
afterAll(() => simulator.stop());

const put = (path: string, body: unknown) => call(path, ORG, body, 'PUT');
const single = ({ body }: AdsApiResponse) => body.data as Record<string, unknown>;
const problems = ({ status, body }: AdsApiResponse) => [
  status,
  ...(body.error?.errors ?? []).map(({ messageCode, field }) => `${messageCode} ${field}`),
];
function writeTarget() {
  const campaign = simulator.world.campaigns.find(({ org }) => org.orgId === ORG);
  if (campaign === undefined) throw new Error('no campaign');
  return { campaign, path: `/campaigns/${campaign.id}/adgroups/${campaign.adGroups[0]?.id}` };
}

describe('faults of writes', () => {
  it('answer with or without the effect, or not at all, and the journal knows', async () => {
    const { path } = writeTarget();
    await control(simulator, '/faults', {
      write_faults: [
        { method: 'PUT', path: '/adgroups/', answer: 503 },
        { method: 'PUT', answer: 500, effect: true },
        { answer: 429, retry_after: 9 },
        { answer: 'lost', effect: true },
        { answer: 'usual', delay_ms: 20 },
      ],
    });
    const bid = (amount: string) => put(path, { defaultBidAmount: money(amount) });
    expect((await bid('1.01')).status).toBe(503);
    expect((await bid('1.02')).status).toBe(500);
    const limited = await bid('1.03');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '9']);
    await expect(bid('1.04')).rejects.toThrow();
    expect(single(await call(path, ORG)).defaultBidAmount).toEqual(money('1.04'));
    expect((await bid('1.05')).status).toBe(200);
    expect((await bid('1.06')).status).toBe(200);
    expect(
      (await writesOf(simulator)).map(({ status, fault, effects }) => [status, fault, (effects as []).length]),
    ).toEqual([
      [503, '503', 0],
      [500, '500', 1],
      [429, '429', 0],
      [0, 'lost', 1],
      [200, 'usual', 1],
      [200, null, 1],
    ]);
  });

  it('take the role of an organization, and what is deleted at Apple is gone', async () => {
    const { campaign, path } = writeTarget();
    await control(simulator, '/faults', { read_only: [ORG] });
    expect(problems(await put(path, { status: 'PAUSED' }))).toEqual([403, 'FORBIDDEN ']);
    const acls = (await call('/acls')).body.data as { orgId: number; roleNames: string[] }[];
    expect(acls.find(({ orgId }) => orgId === ORG)?.roleNames).toEqual(['API Account Read Only']);
    await control(simulator, '/faults', { read_only: [] });
    await control(simulator, '/control', { cause: 'setting', campaign: campaign.id, deleted: true });
    expect(single(await call(`/campaigns/${campaign.id}`, ORG)).deleted).toBe(true);
    expect(problems(await put(`/campaigns/${campaign.id}`, { campaign: { status: 'PAUSED' } }))[0]).toBe(400);
    await control(simulator, '/control', { cause: 'setting', campaign: campaign.id, deleted: false });
    expect((await put(path, { status: 'PAUSED' })).status).toBe(200);
  });
});
