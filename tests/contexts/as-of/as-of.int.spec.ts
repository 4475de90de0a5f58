import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSame } from '../../../projections/src/testing/expect-same.ts';
import { applicationId } from '../../../projections/src/testing/sample-events.ts';
import { installReported } from '../../../projections/src/testing/sample-users.ts';
import { joinTeam, type TeamPerson } from '../../support/people/team-member.ts';
import { commandArguments } from '../../support/programs/program-arguments.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type SecondApi, startSecondApi } from '../../support/services/second-api.ts';
import {
  addressOf,
  append,
  at,
  calls,
  dayMs,
  learnMore,
  responsesNow,
  startWorld,
  totalsOf,
} from './changing-world.ts';

let api: ApiService;
let token: string;
let owner: Awaited<ReturnType<ApiService['signUp']>>;

beforeAll(async () => {
  api = await startApi({ tables: true, ownEngine: true, past: true });
  owner = await api.signUp();
  ({ token } = owner);
  await startWorld(api, owner.accountId);
});
afterAll(() => api.stop());

/** What `npm run as-of` answers. */
async function asOf(instant: string, addresses: readonly string[], ...more: string[]) {
  const child = spawn(process.execPath, [...commandArguments('as-of'), '--at', instant, ...more, ...addresses], {
    env: { ...process.env, ...api.addresses },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = printed.split('\n').filter((line) => line !== '');
  return { code, errors, answers: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

async function databases(): Promise<string[]> {
  const result = await api.deps.tables.query({ query: 'SHOW DATABASES', format: 'JSONEachRow' });
  return (await result.json<{ name: string }>()).map(({ name }) => name).filter((name) => name.startsWith('as_of_'));
}

describe('a report as it was known then', () => {
  it('is the one the API gave, whatever the log has learnt since, and none of an application that was added later', async () => {
    const instant = Date.now();
    api.clock.stoppedAt = instant;
    const then = await responsesNow(api, token);
    const { current_income, predicted_income } = totalsOf(then.campaigns);
    expect(predicted_income).toBeGreaterThan(current_income ?? Number.POSITIVE_INFINITY);
    // The log notes milliseconds; what is recorded in the same one belongs to the instant.
    await pause(5);
    await learnMore(api);
    const now = await responsesNow(api, token);
    const names = Object.keys(calls);
    const added = { name: 'Later', url: 'https://apps.apple.com/app/id1500000002' };
    const { application_id: laterId } = (await api.call('POST', '/api/application', { token, body: added })).body;
    const ofLater = addressOf('campaigns').replace(`application_id=${applicationId}`, `application_id=${laterId}`);
    const { code, answers: responses, errors } = await asOf(at(instant), [...names.map(addressOf), ofLater]);
    // What had no application then is nothing, and said so; the other calls are answered all the same.
    expect(code).toBe(1);
    expect(errors).toContain(`There was no application ${laterId} then.`);
    expect(responses[names.length]).toMatchObject({ status: 'error', code: 'unauthorized' });
    for (const [index, name] of names.entries()) {
      expect(now[name], name).not.toEqual(then[name]);
      expectSame(responses[index], then[name], name);
    }
    expect(await databases()).toEqual([]);
  });

  it('is one answer to the digit by the position that the answer carried, and its tables stay on request', async () => {
    const response = await api.call('GET', addressOf('campaigns'), { token });
    await append(api, [installReported('later still', at(Date.now() - dayMs))]);
    const position = String(response.position);
    const instant = at(api.deps.now().getTime());
    const { code, errors, answers } = await asOf(instant, [addressOf('campaigns')], '--position', position, '--keep');
    const [kept] = await databases();
    expect({ code, errors }).toMatchObject({ code: 0, errors: expect.stringContaining(kept ?? 'none') });
    await api.deps.tables.command({ query: `DROP DATABASE ${kept}` });
    expectSame(answers[0], response.body, 'campaigns');
  });

  it('is refused where no call can be understood, before tables are made', async () => {
    const { code, errors } = await asOf('2026-01-01T00:00:00Z', ['campaigns']);
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('Usage') });
    expect(await databases()).toEqual([]);
  });
});

describe('a past view', () => {
  const path = '/api/asa/past_view';
  const body = (as_of: string) => ({ application_id: applicationId, as_of });
  const requestView = (as_of: string, caller = token) => api.call('POST', path, { token: caller, body: body(as_of) });
  const stateOf = async (as_of: string) =>
    (await api.call('GET', path, { token, query: body(as_of) })).body.view as { state: string; progress: number };
  const past = (name: string, as_of: string, caller?: string) =>
    api.call('GET', `${addressOf(name)}&as_of=${as_of}`, caller === undefined ? {} : { token: caller });

  let first: string;
  /** Another process, which sees a little later what is written. */
  let other: SecondApi;
  beforeAll(async () => {
    other = await startSecondApi(api, 50);
  });
  afterAll(() => other.stop());

  async function prepared(as_of: string): Promise<void> {
    expect(await requestView(as_of)).toMatchObject({ status: 200, body: { view: { as_of, state: 'preparing' } } });
    await expect.poll(async () => (await stateOf(as_of)).state).toBe('ready');
  }

  it('answers as the API answered then, by the present rights of who asks', async () => {
    const instant = Date.now();
    api.clock.stoppedAt = instant;
    const then = await responsesNow(api, token);
    delete api.clock.stoppedAt;
    const viewInstant = at(instant);
    first = viewInstant;
    await pause(5);
    const late = [installReported('after the view', at(Date.now() - dayMs))];
    await append(api, late);
    const stranger = await api.signUp();
    const restricted: TeamPerson = await joinTeam(api, owner, 'restricted');

    expect(await past('campaigns', viewInstant, token)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    await prepared(viewInstant);
    expect(await stateOf(viewInstant)).toMatchObject({ state: 'ready', progress: 1 });
    for (const name of Object.keys(calls)) {
      const response = await past(name, viewInstant, token);
      expect(response.status, name).toBe(200);
      expect(response.position).toBeGreaterThan(0n);
      expectSame(response.body, then[name], name);
    }
    expect((await responsesNow(api, token)).campaigns).not.toEqual(then.campaigns);
    const file = await api.app.inject({
      url: `${addressOf('campaigns')}&format=csv&as_of=${viewInstant}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(file.headers['content-type']).toContain('text/csv');
    const changes = await past('changes', viewInstant, token);
    expect(changes).toMatchObject({ status: 200, body: { settings_currency: 'EUR' } });

    expect((await past('campaigns', viewInstant)).status).toBe(401);
    expect((await past('campaigns', viewInstant, stranger.token)).status).toBe(404);
    expect((await requestView(viewInstant, stranger.token)).status).toBe(404);
    const seen = await past('campaigns', viewInstant, restricted.token);
    expect(seen.status).toBe(200);
    expect(totalsOf(seen.body)).not.toHaveProperty('spend');
    expect(totalsOf(then.campaigns)).toHaveProperty('spend');
  });

  it('is refused where there is none', async () => {
    const refusals: [string, string, number][] = [
      ['yesterday', 'campaigns', 400],
      ['2999-01-01T00:00:00Z', 'campaigns', 400],
      ['2020-01-01T00:00:00Z', 'campaigns', 400],
    ];
    for (const [as_of, name, status] of refusals) {
      expect((await past(name, as_of, token)).status, as_of).toBe(status);
      expect((await requestView(as_of)).status, as_of).toBe(400);
    }
    expect((await requestView('2020-01-01T00:00Z')).body.error_message).toBe('This application was added later.');
    expect((await requestView('2020-02-31T00:00')).body.code).toBe('invalid_request');
    const query = { as_of: at(Date.now()) };
    expect(await api.call('GET', '/api/history', { token, query })).toMatchObject({
      status: 400,
      body: { code: 'unsupported' },
    });
    expect((await api.call('GET', '/', { query })).body.code).not.toBe('unsupported');
  });

  it('gives way to another only when nobody uses it', async () => {
    const second = at(Date.now());
    await prepared(second);
    for (const used of [first, second]) {
      expect(await requestView(used)).toMatchObject({ status: 200, body: { view: { state: 'ready' } } });
    }
    expect(await databases()).toHaveLength(2);
    expect(await requestView(at(Date.now()))).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  });

  it('that one process prepared is answered by the other, from the same tables, as long as one of them wants it', async () => {
    const query = body(first);
    const stateThere = async () =>
      ((await other.call('GET', path, { token, query })).body.view as { state: string }).state;
    const reportThere = () => other.call('GET', `${addressOf('campaigns')}&as_of=${first}`, { token });
    const there = await reportThere();
    expect(there.status).toBe(200);
    expect(there.body).toEqual((await past('campaigns', first, token)).body);
    expect(await stateThere()).toBe('ready');
    expect((await other.call('POST', path, { token, body: query })).body.view).toMatchObject({ state: 'ready' });
    expect(await databases()).toHaveLength(2);

    await api.app.close();
    // Only the one that the other still wants is left.
    await expect.poll(databases).toHaveLength(1);
    expect((await reportThere()).status).toBe(200);
    await other.stop();
    await expect.poll(databases).toEqual([]);
  });
});
