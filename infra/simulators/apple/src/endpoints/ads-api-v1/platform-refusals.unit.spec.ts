import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { control } from '../../testing/control-calls.ts';
import { createPlatformCaller, type PlatformCaller, platformCaller } from '../../testing/platform-caller.ts';

const US = 40669820;
let simulator: Simulator;
let call: PlatformCaller;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 0.05, historyMonths: 1 });
  call = await createPlatformCaller(simulator);
});
afterAll(() => simulator.stop());
afterEach(() =>
  control(simulator, '/faults', { error_form: 'field', rate_limit: { limit: 10_000 }, lasting_answers: { ads: null } }),
);

const detailOf = async (path: string, body: unknown) => {
  const { status, body: response } = await call(path, US, body);
  const [detail] = response?.error?.details ?? [];
  return [status, response?.error?.code, detail?.code, detail?.info?.field];
};
const filters = (field: string, operator: string, value?: unknown) => ({ filters: [{ field, operator, value }] });

describe('the Platform API refuses', () => {
  it.each([
    {
      path: '/campaigns/query',
      body: { filters: [{ field: 'id', operator: 'IN', values: [1] }] },
      code: 'REQUEST_UNRECOGNIZED_PROPERTY',
      field: 'filters.0.values',
    },
    {
      path: '/campaigns/query',
      body: { pagination: { limit: 5 } },
      code: 'REQUEST_UNRECOGNIZED_PROPERTY',
      field: 'pagination.limit',
    },
    { path: '/campaigns/query', body: { colour: 'red' }, code: 'REQUEST_UNRECOGNIZED_PROPERTY', field: 'colour' },
    {
      path: '/campaigns/query',
      body: { sorting: [{ field: 'id', order: 'DESCENDING' }] },
      code: 'INVALID_INPUT',
      field: 'sorting.0.order',
    },
    {
      path: '/campaigns/query',
      body: { sorting: [{ field: 'colour', order: 'ASC' }] },
      code: 'INVALID_FIELD',
      field: 'colour',
    },
    {
      path: '/campaigns/query',
      body: filters('displayStatus', 'EQUALS', 'RUNNING'),
      code: 'INVALID_FIELD',
      field: 'displayStatus',
    },
    { path: '/campaigns/query', body: filters('name', 'EQUALS'), code: 'REQUIRED_VALUE_FIELD', field: 'name' },
    { path: '/campaigns/query', body: filters('id', 'EQUALS', [1]), code: 'INVALID_VALUE_FIELD', field: 'id' },
    { path: '/adgroups/query', body: filters('name', 'IN', ['All']), code: 'INVALID_INPUT', field: 'name' },
    { path: '/adgroups/query', body: filters('deleted', 'IN', [true, false]), code: 'INVALID_INPUT', field: 'deleted' },
    { path: '/keywords/query', body: filters('campaignId', 'IN', [1]), code: 'INVALID_INPUT', field: 'campaignId' },
    { path: '/keywords/query', body: {}, code: 'FIELD_REQUIRED', field: 'adGroupId' },
    {
      path: '/negative-keywords/query',
      body: filters('campaignId', 'EQUALS', 700000004),
      code: 'FIELD_REQUIRED',
      field: 'adGroupId',
    },
    {
      path: '/negative-keywords/query',
      body: filters('deleted', 'EQUALS', true),
      code: 'INVALID_FIELD',
      field: 'deleted',
    },
    { path: '/creatives/query', body: filters('adamId', 'EQUALS', 1500000001), code: 'INVALID_FIELD', field: 'adamId' },
    { path: '/eligibilities/apps/query', body: {}, code: 'FIELD_REQUIRED', field: 'adamId' },
  ])('$code of $field at $path', async ({ path, body, code, field }) => {
    expect(await detailOf(path, body)).toEqual([400, 'VALIDATION_ERROR', code, field]);
  });

  it('a body that is no JSON, a call without a token, and one without a context', async () => {
    expect((await call('/campaigns/query', US, '{"filters":')).body?.error?.details?.[0]?.code).toBe('REQUEST_INVALID');
    const { status, body } = await platformCaller(simulator, 'none')('/acls');
    expect([status, body?.error?.code]).toEqual([401, 'unauthorized']);
    expect((await call('/campaigns/query', undefined, {})).body?.error?.code).toBe('forbidden');
    expect((await call('/campaigns/query', 1, {})).status).toBe(403);
    expect((await call('/campaigns/1', US)).body?.error?.code).toBe('not_found');
  });

  it("paths that it does not have, in the older API's words, and one prefix with a web page", async () => {
    const unknown = await call('/reports/campaigns/query', US, {});
    expect([unknown.status, unknown.text]).toEqual([
      404,
      expect.stringContaining('"messageCode":"RESOURCE_NOT_FOUND"'),
    ]);
    const unrouted = await call('/ad-groups/query', US, {});
    expect([unrouted.status, unrouted.headers.get('content-type')]).toEqual([503, 'text/html']);
  });

  it('in other forms by a switch: without the field, in a list of errors, without a body', async () => {
    const refused = () => call('/campaigns/query', US, { colour: 'red' });
    await control(simulator, '/faults', { error_form: 'no_field' });
    expect((await refused()).body?.error?.details?.[0]).not.toHaveProperty('info');
    await control(simulator, '/faults', { error_form: 'errors' });
    expect((await refused()).body?.error).toMatchObject({ errors: [{ code: 'REQUEST_UNRECOGNIZED_PROPERTY' }] });
    await control(simulator, '/faults', { error_form: 'empty' });
    expect([(await refused()).status, (await refused()).text]).toEqual([400, '']);
  });
});

describe('the limit of calls', () => {
  it('is told with every answer, and kept', async () => {
    await control(simulator, '/faults', { rate_limit: { limit: 2, window: 60 } });
    const first = await call('/acls');
    expect(first.headers.get('ratelimit-limit')).toBe('2');
    expect(first.headers.get('ratelimit-remaining')).toBe('1');
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(55);
    await call('/acls');
    const third = await call('/acls');
    expect([third.status, third.body?.error?.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(third.headers.get('retry-after')).toBe(third.headers.get('ratelimit-reset'));
  });

  it("is an account's, and says nothing about when to come again, by switches", async () => {
    await control(simulator, '/faults', {
      rate_limit: { limit: 1, window: 60, scope: 'account', retry_after: false },
    });
    expect((await call('/campaigns/query', US, {})).status).toBe(200);
    expect((await call('/campaigns/query', 40771010, {})).status).toBe(200);
    const refused = await call('/campaigns/query', US, {});
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, null]);
  });

  it('and other refusals come for the next calls, or lastingly, as from the older API', async () => {
    await control(simulator, '/faults', { rate_limit_next: 1, fail_next: 1 });
    expect((await call('/acls')).headers.get('retry-after')).toBe('1');
    expect((await call('/acls')).body?.error?.code).toBe('internal_server_error');
    expect((await call('/acls')).status).toBe(200);
    await control(simulator, '/faults', { lasting_answers: { ads: 403 } });
    expect([(await call('/acls')).status, (await call('/acls')).body?.error?.code]).toEqual([403, '403']);
  });
});
