import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiService, startApi } from '../../../tests/support/services/api-service.ts';

let api: ApiService;
beforeAll(async () => {
  api = await startApi({ settings: { trustedProxies: ['10.0.0.0/8'], metricsToken: 'metrics-secret' } });
});
afterAll(() => api.stop());

describe('behind a trusted proxy', () => {
  it('each caller has attempts of their own, whatever they write before the proxy’s entry', async () => {
    const { email } = await api.signUp();
    const attempt = (from: string, forwarded: string) =>
      api.call('POST', '/api/session', {
        body: { email, password: 'wrong password' },
        from,
        headers: { 'x-forwarded-for': forwarded },
      });
    for (let count = 0; count < 5; count += 1) {
      expect((await attempt('10.0.0.1', `192.0.2.${count}, 203.0.113.9`)).status).toBe(401);
    }
    expect((await attempt('10.0.0.2', '203.0.113.9')).status).toBe(429);
    expect((await attempt('10.0.0.1', '203.0.113.10')).status).toBe(401);
    // Not a proxy of ours: the header is the caller's own invention.
    expect((await attempt('203.0.113.9', '198.51.100.1')).status).toBe(429);
  });
});

describe.each(['/metrics', '/operator'])('the operator’s %s', (path) => {
  const look = (from: string, headers: Record<string, string> = {}) => api.call('GET', path, { from, headers });

  it('is given to this machine, and to others with the token', async () => {
    expect((await look('127.0.0.1')).status).toBe(200);
    expect((await look('::1')).status).toBe(200);
    expect((await look('192.0.2.1', { authorization: 'Bearer metrics-secret' })).status).toBe(200);
  });

  it.each([
    ['192.0.2.1', {}],
    ['192.0.2.1', { authorization: 'Bearer wrong' }],
    ['192.0.2.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }],
    ['10.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ])('is not given to %s with %j', async (from, headers) => {
    const response = await look(from, headers as Record<string, string>);
    expect(response).toMatchObject({ status: 401, body: { status: 'error', code: 'unauthorized' } });
  });
});

it('the operator’s page says which part is down, and loads nothing', async () => {
  const { body, headers } = await api.app.inject({ method: 'GET', url: '/operator' });
  expect(body).toMatch(/part clickhouse<\/th><td class="state down">down</);
  expect(body).toMatch(/part eventstore<\/th><td class="state ok">ok</);
  expect(body).toMatch(/projections<\/th><td class="state down">down</);
  expect(body).not.toMatch(/<script|<link|<img|<form|style="/);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/,
  );
});
