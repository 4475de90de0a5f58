import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { adOrganizationStream, applicationStream, builtInModel } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelFitted } from '../../projections/src/testing/ads-extra-events.ts';
import { randomWorld, worldNow } from '../../projections/src/testing/random/random-world.ts';
import type { StreamEvent } from '../../projections/src/testing/recorded-events.ts';
import {
  adamId,
  applicationId,
  figures,
  installAttributed,
  installReported,
  linked,
  notification,
  orgId,
  transaction,
} from '../../projections/src/testing/sample-events.ts';
import { happened, inTables } from '../support/ads-world.ts';
import { type ApiService, startApi } from '../support/api-service.ts';

const root = join(import.meta.dirname, '..', '..');
const dayMs = 86_400_000;
let api: ApiService;
let token: string;

beforeAll(async () => {
  api = await startApi({ tables: true });
  const person = await api.signUp();
  token = person.token;
  await ownApplication(person.accountId);
  await append(moved(randomWorld(5).events));
}, 240_000);
afterAll(() => api.stop());

const at = (ms: number): string => new Date(ms).toISOString();
/** The worlds of March happen now: whole days later, so that hours and ranges stay what they are. */
const laterMs = Math.floor((Date.now() - Date.parse(worldNow)) / dayMs) * dayMs;
const movedDay = (day: string): string => at(Date.parse(day) + laterMs).slice(0, 10);

function moved(events: readonly StreamEvent[]): StreamEvent[] {
  // A month that begins in its middle is none.
  const daily = events.filter(({ event }) => event.type !== 'AdsMonthRowsRecorded');
  return JSON.parse(JSON.stringify(daily).replaceAll(/\b20\d\d-\d\d-\d\d(?=T|"|\b)/g, movedDay)) as StreamEvent[];
}

/** Each stream's events at once; between streams of a world no order is given. */
async function append(events: readonly StreamEvent[]): Promise<void> {
  const byStream = new Map<string, StreamEvent['event'][]>();
  for (const { stream, event } of events) byStream.set(stream, [...(byStream.get(stream) ?? []), event]);
  let position = 0n;
  for (const [stream, happenings] of byStream) position = await happened(api, stream, ...happenings);
  await inTables(api, position);
}

/** The application all worlds are about, with its ad organization. */
async function ownApplication(accountId: number): Promise<void> {
  const owner = api.deps.directory.state.accounts.get(accountId);
  const created_at = at(Date.now());
  const organization = { name: 'Org', account_name: 'Org', currency: 'EUR', time_zone: 'Asia/Tokyo' };
  const claimed = { org_id: orgId, team_id: accountId, claimed_at: created_at };
  await happened(api, adOrganizationStream(orgId), { type: 'AdOrganizationClaimed', data: claimed });
  const created = {
    ...{ application_id: applicationId, account_id: accountId, team_id: owner?.team_id ?? 0, name: 'App' },
    ...{ url: 'https://apps.apple.com/app/id1500000001', adam_id: adamId, api_key: 'key', currency: 'USD' },
  };
  const link = { application_id: applicationId, org_id: orgId, ...organization, payment_model: null };
  const position = await happened(
    api,
    applicationStream(applicationId),
    { type: 'ApplicationCreated', data: { ...created, small_business: false, created_at } },
    { type: 'AdOrganizationLinked', data: { ...link, linked_at: created_at } },
  );
  await api.deps.directory.reached(position);
}

/** What becomes known later, some of it about earlier days, and settings that change. */
async function laterEvents(): Promise<StreamEvent[]> {
  const now = Date.now();
  const day = at(now - dayMs).slice(0, 10);
  const period = { expires_at: at(now + 20 * dayMs) };
  const sale = transaction('late-1', { purchased_at: at(now - 2 * dayMs), ...period });
  const sold = moved(randomWorld(5).events)
    .flatMap(({ event }) => (event.type === 'StoreNotificationReceived' ? [event.data] : []))
    .flatMap(({ transactions, original_transaction_id: id }) => (id.startsWith('person') ? transactions : []))
    .filter(({ price_micros, revoked_at }) => (price_micros ?? 0) > 0 && revoked_at === null);
  const newest = builtInModel({
    product_id: 'monthly',
    period_days: 30.4375,
    intro_hours: 72,
    as_of: at(now - 3_600_000),
  });
  const halved = newest.curves.map((curve) => ({ ...curve, retention: curve.retention.map((value) => value / 2) }));
  const position = await happened(api, applicationStream(applicationId), {
    type: 'SmallBusinessChanged',
    data: { application_id: applicationId, small_business: true, changed_at: at(now) },
  });
  await api.deps.directory.reached(position);
  return [
    ...sold
      .slice(0, 4)
      .map((one) => notification('REFUND', [{ ...one, revoked_at: at(now - dayMs) }], { signed_at: at(now - dayMs) })),
    figures('campaign', 1, day, [{ impressions: 5000, taps: 700, tap_installs: 90, spend_micros: 80_000_000 }]),
    ...[installReported('late', at(now - 3 * dayMs)), installAttributed('late', { campaign_id: 1, ad_group_id: 10 })],
    ...[linked('late', 'late-1'), notification('SUBSCRIBED', [sale])],
    modelFitted({ ...newest, curves: halved }),
  ];
}

const range = () => ({ from: movedDay('2026-02-26'), to: movedDay('2026-03-20'), claim_type: 'total' });
const calls: Record<string, Record<string, string>> = {
  campaigns: {},
  adgroups: { campaign_id: '1' },
  'campaigns by day': { granularity: 'day' },
};

const addressOf = (name: string): string => {
  const ids = { application_id: String(applicationId), asa_organization_id: String(orgId) };
  return `/api/asa/${name.split(' ')[0]}?${new URLSearchParams({ ...ids, ...range(), ...calls[name] })}`;
};

async function answersNow(): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const name of Object.keys(calls)) {
    const { status, body } = await api.call('GET', addressOf(name), { token });
    expect(status, name).toBe(200);
    answers[name] = body;
  }
  return answers;
}

const totalsOf = (answer: unknown): Record<string, number | null> =>
  (answer as { totals: Record<string, number | null> }).totals;

/** The command, as an operator runs it. */
async function asOf(instant: string, addresses: readonly string[], ...more: string[]) {
  const child = spawn(
    process.execPath,
    ['infra/operations/bootstrap.mjs', 'as-of', '--at', instant, ...more, ...addresses],
    {
      cwd: root,
      env: { ...process.env, ...api.addresses },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = printed.split('\n').filter((line) => line !== '');
  return { code, errors, answers: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

async function databases(): Promise<string[]> {
  const answer = await api.deps.tables.query({ query: 'SHOW DATABASES', format: 'JSONEachRow' });
  return (await answer.json<{ name: string }>()).map(({ name }) => name).filter((name) => name.startsWith('as_of_'));
}

/** Numbers equal to a billionth; everything else the same. */
function expectSame(found: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'number' && typeof found === 'number') {
    const difference = Math.abs(found - expected);
    expect(difference, `${path}: ${found} for ${expected}`).toBeLessThanOrEqual(1e-9 * Math.abs(expected));
  } else if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(found ?? {}), path).toEqual(Object.keys(expected));
    for (const [name, value] of Object.entries(expected)) {
      expectSame((found as Record<string, unknown>)[name], value, `${path}.${name}`);
    }
  } else expect(found, path).toBe(expected);
}

describe('a report as it was known then', () => {
  it('is the one the API gave, whatever the log has learnt since', async () => {
    const instant = Date.now();
    api.clock.stoppedAt = instant;
    const then = await answersNow();
    const { current_income, predicted_income } = totalsOf(then.campaigns);
    expect(predicted_income).toBeGreaterThan(current_income ?? Number.POSITIVE_INFINITY);
    // The log notes milliseconds; what is recorded in the same one belongs to the instant.
    await pause(5);
    await append(await laterEvents());
    const now = await answersNow();
    const names = Object.keys(calls);
    const { code, answers, errors } = await asOf(at(instant), names.map(addressOf));
    expect(code, errors).toBe(0);
    for (const [index, name] of names.entries()) {
      expect(now[name], name).not.toEqual(then[name]);
      expectSame(answers[index], then[name], name);
    }
    expect(await databases()).toEqual([]);
  }, 240_000);

  it('knows what was recorded up to its instant, and keeps its tables on request', async () => {
    const { code, errors, answers } = await asOf(at(Date.now()), [addressOf('adgroups')], '--keep');
    const [kept] = await databases();
    expect({ code, errors }).toMatchObject({ code: 0, errors: expect.stringContaining(kept ?? 'none') });
    await api.deps.tables.command({ query: `DROP DATABASE ${kept}` });
    const present = await answersNow();
    expect(totalsOf(answers[0]).first_launches).toBe(totalsOf(present.adgroups).first_launches);
  }, 180_000);

  it('is one answer to the digit by the position that the answer carried', async () => {
    const given = await api.call('GET', addressOf('campaigns'), { token });
    await append([installReported('later still', at(Date.now() - dayMs))]);
    const position = String(given.position);
    const instant = at(api.deps.now().getTime());
    const { code, errors, answers } = await asOf(instant, [addressOf('campaigns')], '--position', position);
    expect(code, errors).toBe(0);
    expectSame(answers[0], given.body, 'campaigns');
  }, 180_000);

  it('knows nothing of an application before there was one', async () => {
    const { code, answers, errors } = await asOf('2020-01-01T00:00:00Z', [addressOf('campaigns')]);
    expect({ code, answers, errors }).toMatchObject({
      ...{ code: 1, answers: [{ status: 'error', code: 'unauthorized' }] },
      errors: expect.stringContaining(`There was no application ${applicationId} then.`),
    });
    expect(await databases()).toEqual([]);
  }, 180_000);

  it.each([
    ['an instant that is none', 'yesterday', '/api/asa/campaigns'],
    ['an instant to come', '2999-01-01T00:00:00Z', '/api/asa/campaigns'],
    ['no call', '2026-01-01T00:00:00Z', 'campaigns'],
    ['a position that is none', '2026-01-01T00:00:00Z', '/api/asa/campaigns', '--position', 'x'],
  ])('is refused for %s', async (_what, instant, address, ...more) => {
    expect(await asOf(instant, [address], ...more)).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/Usage|future/),
    });
  });
});
