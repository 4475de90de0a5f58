import { afterAll, beforeAll, expect, it } from 'vitest';
import { applicationId } from '../../../projections/src/testing/sample-events.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type SecondApi, startSecondApi } from '../../support/services/second-api.ts';
import { addressOf, at, startWorld } from './changing-world.ts';

const path = '/api/asa/past_view';
let first: ApiService;
let second: SecondApi;
let token: string;

beforeAll(async () => {
  first = await startApi({ tables: true, past: true });
  second = await startSecondApi(first, 50);
  const owner = await first.signUp();
  ({ token } = owner);
  await startWorld(first, owner.accountId);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

async function databases(): Promise<string[]> {
  const result = await first.deps.tables.query({ query: 'SHOW DATABASES', format: 'JSONEachRow' });
  return (await result.json<{ name: string }>()).map(({ name }) => name).filter((name) => name.startsWith('as_of_'));
}

it('a past instant that one process prepared is answered by the other, from the same tables, as long as one of them wants it', async () => {
  const as_of = at(Date.now());
  const body = { application_id: applicationId, as_of };
  const stateAt = async (api: Pick<ApiService, 'call'>) =>
    ((await api.call('GET', path, { token, query: body })).body.view as { state: string }).state;
  const reportAt = (api: Pick<ApiService, 'call'>) =>
    api.call('GET', `${addressOf('campaigns')}&as_of=${as_of}`, { token });

  expect(await stateAt(second)).toBe('absent');
  expect((await first.call('POST', path, { token, body })).body.view).toMatchObject({ state: 'preparing' });
  await expect.poll(() => stateAt(first)).toBe('ready');
  const there = await reportAt(second);
  expect(there.status).toBe(200);
  expect(there.body).toEqual((await reportAt(first)).body);
  expect(await stateAt(second)).toBe('ready');
  expect((await second.call('POST', path, { token, body })).body.view).toMatchObject({ state: 'ready' });
  const [database] = await databases();
  expect(await databases()).toEqual([database]);

  await first.app.close();
  expect((await reportAt(second)).status).toBe(200);
  expect(await databases()).toEqual([database]);
  await second.stop();
  await expect.poll(databases).toEqual([]);
});
