import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiService, startApi } from '../../../tests/support/api-service.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'tapwise-web-'));
let api: ApiService;
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Tapwise</title>');
  writeFileSync(join(webRoot, 'assets', 'main-4f3a.js'), 'export {};');
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg/>');
  api = await startApi({ settings: { webRoot } });
});
afterAll(async () => {
  await api.stop();
  rmSync(webRoot, { recursive: true, force: true });
});

const page = async (path: string) => {
  const answer = await api.app.inject({ method: 'GET', url: path });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
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

  it.each(['/', '/client/reports?app=101', '/login', '/no/such/page'])(
    'are given for %s and asked again',
    async (path) => {
      const { status, text, headers } = await page(path);
      expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(text).toContain('<title>Tapwise</title>');
      expect(headers['content-type']).toContain('text/html');
    },
  );

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
