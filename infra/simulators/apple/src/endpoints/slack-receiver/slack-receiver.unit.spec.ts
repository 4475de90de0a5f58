import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { control } from '../../testing/control-calls.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapwise-slack-'));
const options = { dataDir: folder, scale: 0.05, movement: 'off', startAt: Date.parse('2026-11-20T18:00:00Z') } as const;
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator(options);
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});

async function post(path: string, body: object, signal?: AbortSignal) {
  const response = await fetch(simulator.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': '00000001' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  return [response.status, await response.text(), response.headers.get('retry-after')];
}
const toSlack = (text: string, signal?: AbortSignal) => post('/services/T1/B1/x', { text, blocks: [] }, signal);
const read = async (path: string) => (await fetch(simulator.url + path)).text();
const received = async (name: string) =>
  (JSON.parse(await read(`/${name}.json`)) as { posts: { title: string; status: number }[] }).posts;

it('takes messages as Slack does, and shows them to people with their marks as text, also after a restart', async () => {
  expect(await toSlack('Tracking gap in <b>Moonvale</b>')).toEqual([200, 'ok', null]);
  expect(await post('/services/T1/B1/x', { blocks: [] })).toEqual([400, 'invalid_payload', null]);
  await simulator.stop();
  simulator = await startSimulator(options);
  expect(await received('slack')).toMatchObject([
    { title: 'No message', status: 400 },
    { title: 'Tracking gap in <b>Moonvale</b>', status: 200, path: '/services/T1/B1/x', at: expect.any(String) },
  ]);
  const page = await read('/slack');
  expect(page).toContain('Tracking gap in &lt;b&gt;Moonvale&lt;/b&gt;');
  expect(page).not.toContain('<b>Moonvale');
});

it('refuses, asks to wait, or never answers while it is told to', async () => {
  const answers = async (slack: object | string | null) => {
    await control(simulator, '/faults', { slack });
    return toSlack('Spend spike');
  };
  expect(await answers({ status: 404 })).toEqual([404, 'no_service', null]);
  expect(await answers({ status: 410 })).toEqual([410, 'channel_is_archived', null]);
  expect(await answers({ status: 429, retry_after: 7 })).toEqual([429, 'rate_limited', '7']);
  await control(simulator, '/faults', { slack: 'hang' });
  const caller = new AbortController();
  const unanswered = toSlack('Spend spike', caller.signal);
  // What comes later is answered, so it was not merely slow.
  expect(await read('/slack.json')).toContain('Spend spike');
  caller.abort();
  await expect(unanswered).rejects.toThrow();
  expect(await answers(null)).toEqual([200, 'ok', null]);
});

it("shows what the customer's server got", async () => {
  await post('/customer/alerts', { event: 'alert.fired', alert: 'Tracking gap' });
  await post('/customer/webhooks', { type: 'trial' });
  expect(await received('customer')).toMatchObject([
    { title: 'trial', path: '/customer/webhooks' },
    { title: 'alert.fired', path: '/customer/alerts' },
  ]);
});
