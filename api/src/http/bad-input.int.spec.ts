import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiDescription, apiPages } from '../../../infra/operations/check/api-pages.ts';
import { linkOrganization } from '../../../tests/support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../../tests/support/services/api-service.ts';
import { callGroups } from './open-api/call-descriptions.ts';

let api: ApiService;
let token: string;
let accountId: number;
beforeAll(async () => {
  api = await startApi();
  ({ token, accountId } = await api.signUp());
});
afterAll(() => api.stop());

const json = { 'content-type': 'application/json' };

describe('bad input', () => {
  it.each([
    ['malformed JSON', 'POST', '/api/session', { body: '{"email":', headers: json }, 400, 'invalid_request'],
    ['an empty body', 'POST', '/api/session', { headers: json }, 400, 'invalid_request'],
    ['no body', 'POST', '/api/session', {}, 400, 'invalid_request'],
    ['a body that is null', 'POST', '/api/session', { body: 'null', headers: json }, 400, 'invalid_request'],
    ['a body that is a list', 'POST', '/api/session', { body: '[]', headers: json }, 400, 'invalid_request'],
    [
      'another content type',
      'POST',
      '/api/session',
      { body: '<a/>', headers: { 'content-type': 'text/xml' } },
      400,
      'invalid_request',
    ],
    [
      'plain text',
      'POST',
      '/api/session',
      { body: 'hello', headers: { 'content-type': 'text/plain' } },
      400,
      'invalid_request',
    ],
    [
      'an unknown field',
      'POST',
      '/api/session',
      { body: { email: 'a@b.example', password: 'x', admin: true } },
      400,
      'invalid_request',
    ],
    [
      'a prototype in the body',
      'POST',
      '/api/session',
      { body: '{"__proto__":{"demo":true}}', headers: json },
      400,
      'invalid_request',
    ],
    ['a field of another type', 'POST', '/api/account', { body: { name: { $ne: 1 } } }, 400, 'invalid_request'],
    ['a missing password', 'POST', '/api/session', { body: { email: 'a@b.example' } }, 400, 'password_required'],
    ['a body over 64 kB', 'POST', '/api/account', { body: { name: 'x'.repeat(70_000) } }, 413, 'payload_too_large'],
    ['a repeated parameter', 'GET', '/api/account', { query: { token: ['a', 'b'] } }, 400, 'invalid_request'],
    ['no token', 'GET', '/api/account', {}, 401, 'unauthorized'],
    ['an unknown token', 'GET', '/api/account', { query: { token: 'tws_unknown' } }, 401, 'unauthorized'],
    [
      'a token in a wrong header',
      'GET',
      '/api/account',
      { headers: { authorization: 'Basic abc' } },
      401,
      'unauthorized',
    ],
    ['an unknown call', 'GET', '/api/nothing', {}, 404, 'not_found'],
    ['an unknown method', 'PUT', '/api/session', {}, 404, 'not_found'],
    ['an unknown page while there are none', 'GET', '/client', {}, 404, 'not_found'],
    ['a broken escape in the path', 'GET', '/api/%zz', {}, 400, 'invalid_request'],
    ['a broken escape in the query', 'GET', '/api/account?token=%zz', {}, 401, 'unauthorized'],
  ] as const)('is answered in the contract form: %s', async (_what, method, path, call, status, code) => {
    const response = await api.call(method, path, call as object);
    expect(response).toMatchObject({ status, body: { status: 'error', code, error_message: expect.any(String) } });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('finds the tables away with 503 and no detail', async () => {
    const body = { name: 'A', url: 'https://apps.apple.com/app/id1500000001' };
    const id = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
    const objects = { orgId: 4001, campaignId: 5001, adGroupId: 6001, keywordId: 7001 };
    await linkOrganization(api, { id, adamId: 1500000001, accountId }, objects, { pulled: false });
    const day = api.deps.now().toISOString().slice(0, 10);
    const query = { application_id: id, asa_organization_id: objects.orgId, from: day, to: day };
    const response = await api.call('GET', '/api/asa/campaigns', { token, query });
    expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '1' } });
    expect(JSON.stringify(response.body)).not.toMatch(/ECONN|127\.0/);
    expect(await api.call('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { status: 'down', parts: { eventstore: { status: 'ok' }, clickhouse: { status: 'down' } } },
    });
    expect((await api.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
  });
});

describe('headers', () => {
  it('forbid inline scripts and frames, and allow the socket of the same host only', async () => {
    const { headers } = await api.call('GET', '/api/account', { token, headers: { host: 'tapwise.test:8080' } });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("connect-src 'self' ws://tapwise.test:8080 wss://tapwise.test:8080");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
  });

  it('take nothing from a strange host name into the policy', async () => {
    const { headers } = await api.call('GET', '/healthz', { headers: { host: "a; script-src 'unsafe-inline'" } });
    expect(headers['content-security-policy']).not.toContain("script-src 'unsafe-inline'");
  });
});

describe('the description of the calls', () => {
  it('names every call with its fields', async () => {
    const { body } = await api.call('GET', '/api/openapi.json');
    const paths = body.paths as Record<string, Record<string, unknown>>;
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(served.sort()).toEqual(callGroups.flatMap(({ calls }) => Object.keys(calls)).sort());
    expect(JSON.stringify(paths['/api/asa/campaigns'])).toContain('asa_organization_id');
    const takesKey = (path: string, method: string) =>
      JSON.stringify(paths[path]?.[method]).includes('idempotency-key');
    expect(takesKey('/api/application', 'post')).toBe(true);
    expect([takesKey('/api/session', 'post'), takesKey('/api/asa/campaigns', 'get')]).toEqual([false, false]);
  });

  it('is what the pages of the docs were made from', async () => {
    const { body } = await api.call('GET', '/api/openapi.json');
    // Update it by running this spec with `-u`.
    for (const { file, text } of apiPages(body as unknown as ApiDescription)) {
      await expect(text, file).toMatchFileSnapshot(`../../../${file}`);
    }
  });
});
