import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';
import { securityHeadersPlugin } from './security-headers.plugin.ts';
import { webPagesPlugin } from './web-pages.plugin.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'tapwise-web-'));
let api: ApiService;
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Tapwise</title>');
  writeFileSync(join(webRoot, 'assets', 'main-4f3a.js'), 'export {};');
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg/>');
  writeFileSync(join(webRoot, '.sources'), 'digest');
  writeFileSync(join(webRoot, 'home.html'), '<!doctype html><title>Start</title>');
  writeFileSync(join(webRoot, 'not-found.html'), '<!doctype html><title>Page not found</title>');
  writeFileSync(join(webRoot, 'checkout.html'), '<!doctype html><title>Checkout</title>');
  mkdirSync(join(webRoot, 'blog'));
  writeFileSync(join(webRoot, 'blog.html'), '<!doctype html><title>Blog</title>');
  writeFileSync(join(webRoot, 'blog', 'keywords.html'), '<!doctype html><title>Keywords</title>');
  writeFileSync(join(webRoot, 'blog', 'not-found.html'), '<!doctype html><title>Article not found</title>');
  api = await startApi({ settings: { webRoot } });
});
afterAll(async () => {
  await api.stop();
  rmSync(webRoot, { recursive: true, force: true });
});

const page = async (path: string) => {
  const response = await api.app.inject({ method: 'GET', url: path });
  return { status: response.statusCode, text: response.body, headers: response.headers };
};

describe('the pages', () => {
  it('are served as soon as they are built, also when the service was there first', async () => {
    const later = join(webRoot, 'later');
    const early = await startApi({ settings: { webRoot: later } });
    const ask = async () => (await early.app.inject({ method: 'GET', url: '/login' })).statusCode;
    expect(await ask()).toBe(404);
    writeFileSync(join(later, 'index.html'), '<!doctype html><title>Tapwise</title>');
    expect(await ask()).toBe(200);
    await early.stop();
  });

  it('are given at every address that the dashboard knows', async () => {
    const routes = readFileSync(join(import.meta.dirname, '../../../../web/src/app/routes.tsx'), 'utf8');
    const addresses = [...routes.matchAll(/path: '(\/[a-z_-]+)/g)].map(([, address = '']) => address);
    expect(addresses).toContain('/keep_account');
    const missing = [];
    // Of a demo.
    expect((await page('/outbox')).status).toBe(404);
    for (const address of addresses.filter((path) => path !== '/outbox'))
      if ((await page(`${address}/x`)).status !== 200) missing.push(address);
    expect(missing).toEqual([]);
  });

  it.each([
    '/client/reports?app=101',
    '/login',
    '/reset',
    '/accept_invitation?token=a',
    '/unsubscribe/17.automation.c2VjcmV0LXNlY3JldA',
  ])('are given for %s and asked again', async (path) => {
    const { status, text, headers } = await page(path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(text).toContain('<title>Tapwise</title>');
    expect(headers['content-type']).toContain('text/html');
  });

  it.each([
    ['/', 200, 'Start'],
    ['/blog', 200, 'Blog'],
    ['/blog/keywords?utm_source=mail', 200, 'Keywords'],
    ['/blog/nothing', 404, 'Article not found'],
    ['/blog/not-found', 404, 'Article not found'],
    ['/no/such/page', 404, 'Page not found'],
    ['/not-found', 404, 'Page not found'],
    ['/clients', 404, 'Page not found'],
    ['/checkout/more', 404, 'Page not found'],
  ])('are finished files at %s, with status %i', async (path, expected, title) => {
    const { status, text, headers } = await page(path);
    expect([status, headers['cache-control']]).toEqual([expected, 'no-cache']);
    expect(text).toContain(`<title>${title}</title>`);
  });

  it('lead from the docs to their first page, and keep what the build left to itself', async () => {
    const { status, headers } = await page('/docs');
    expect([status, headers.location]).toEqual([302, '/docs/dashboard_overview']);
    const { status: moved, headers: to } = await page('/blog/');
    expect([moved, to.location]).toEqual([301, '/blog']);
    expect((await page('/.sources')).text).not.toContain('digest');
  });

  it('run scripts of our own alone, but for the one that takes the card, which runs the payment provider’s too', async () => {
    const paymentWindow = { scriptUrl: 'http://127.0.0.1:4500/paddle/v2/paddle.js', environment: 'sandbox' } as const;
    const app = Fastify();
    await app.register(securityHeadersPlugin);
    await app.register(webPagesPlugin, { webRoot, paymentWindow });
    const headersOf = async (url: string) => (await app.inject({ url })).headers;
    const checkout = await app.inject({ url: '/checkout' });
    expect(checkout.body).toContain('<title>Checkout</title>');
    expect(checkout.headers['content-security-policy']).toContain("script-src 'self' http://127.0.0.1:4500;");
    expect(checkout.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(checkout.headers['cross-origin-embedder-policy']).toBeUndefined();
    for (const path of ['/', '/client/payments', '/checkout.html', '/assets/main-4f3a.js']) {
      const policy = (await headersOf(path))['content-security-policy'];
      expect(policy, path).toContain("script-src 'self';");
      expect(policy, path).not.toContain('4500');
    }
    await app.close();
    // Without a provider nothing foreign is named.
    expect((await page('/checkout')).headers['content-security-policy']).toContain("script-src 'self';");
  });

  it('of this installation come before those of the build', async () => {
    const siteRoot = join(webRoot, 'installed');
    mkdirSync(join(siteRoot, 'docs'), { recursive: true });
    writeFileSync(join(siteRoot, 'home.html'), 'home of https://other.example');
    writeFileSync(join(siteRoot, 'robots.txt'), 'robots of https://other.example');
    writeFileSync(join(siteRoot, 'docs', 'search.json'), '{"of":"https://other.example"}');
    const app = Fastify();
    await app.register(webPagesPlugin, { webRoot, siteRoot });
    const textAt = async (url: string) => (await app.inject({ url })).body;
    for (const url of ['/', '/robots.txt', '/docs/search.json?v=1'])
      expect(await textAt(url), url).toContain('https://other.example');
    expect(await textAt('/blog')).toContain('<title>Blog</title>');
    expect(await textAt('/no/such/page')).toContain('<title>Page not found</title>');
    expect(await textAt('/assets/main-4f3a.js')).toContain('export');
    await app.close();
  });

  it('keep files named by their content for ever', async () => {
    const { status, headers } = await page('/assets/main-4f3a.js');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await page('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/assets/gone-1234.js', '/gone.png', '/api/gone', '/api'])('are not given in place of %s', async (path) => {
    const { status, text, headers } = await page(path);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ status: 'error', code: 'not_found' });
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/assets/..%2f..%2fetc/passwd'])(
    'stay in their folder when asked for %s',
    async (path) => {
      const { status, text } = await page(path);
      expect(text).not.toMatch(/"name"|root:/);
      expect([200, 400, 403, 404]).toContain(status);
    },
  );
});
