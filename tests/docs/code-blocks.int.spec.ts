import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../infra/operations/start/free-port.ts';
import { type ApiService, startApi } from '../support/services/api-service.ts';
import { type IngestService, startIngestService } from '../support/services/ingest-service.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'web/content/docs');

interface Block {
  readonly page: string;
  readonly language: string;
  readonly runnable: boolean;
  readonly code: string;
}

const blocks: readonly Block[] = readdirSync(folder).flatMap((page) =>
  [...readFileSync(join(folder, page), 'utf8').matchAll(/^```(\w+)( runnable)?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', mark, code = '']) => ({ page, language, runnable: mark !== undefined, code }),
  ),
);
const runnable = blocks.filter((block) => block.runnable);

let api: ApiService;
let ingest: IngestService;
let scratch: string;
let environment: Record<string, string>;
beforeAll(async () => {
  [api, ingest] = await Promise.all([startApi(), startIngestService()]);
  const { token, email, password } = await api.signUp();
  const body = { name: 'Docs', url: 'https://apps.apple.com/app/id1500000078' };
  const added = await api.call('POST', '/api/application', { token, body });
  const apiKey = await ingest.addApplication({ id: 78, adamId: 1500000078, bundleId: 'com.example.docs' });
  await ingest.app.listen({ port: 0, host: '127.0.0.1' });
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  scratch = mkdtempSync(join(root, 'node_modules/.cache/blocks-'));
  environment = {
    TAPWISE_URL: await api.listen(),
    TAPWISE_TOKEN: token,
    EMAIL: email,
    PASSWORD: password,
    ONCE: 'yes',
    TAPWISE_INGEST_URL: `http://127.0.0.1:${(ingest.app.server.address() as AddressInfo).port}`,
    TAPWISE_API_KEY: apiKey,
    APPLICATION_ID: String(added.body.application_id),
  };
});
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  await Promise.all([api.stop(), ingest.stop()]);
});

function start({ language, code }: Pick<Block, 'language' | 'code'>, more: Record<string, string> = {}): ChildProcess {
  const file = join(scratch, `block-${readdirSync(scratch).length}.${language === 'sh' ? 'sh' : 'mts'}`);
  writeFileSync(file, code);
  const [command, ...args] =
    language === 'sh' ? ['bash', '-eo', 'pipefail', file] : [process.execPath, '--import', 'tsx', file];
  const env = { ...process.env, ...environment, ...more };
  return spawn(command as string, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** @returns what it printed, once it has ended. */
async function run(block: Block): Promise<{ code: number | null; out: string; faults: string }> {
  const child = start(block);
  const printed = { out: '', faults: '' };
  child.stdout?.on('data', (part) => (printed.out += String(part)));
  child.stderr?.on('data', (part) => (printed.faults += String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...printed };
}

/** What each runnable block prints, by its page and place on it. */
const printed: Readonly<Record<string, RegExp>> = {
  'api.md 1': /"status":"ok".*"applications":\[/,
  'api.md 2': /^\d+ \d+\n$/,
  'live.md 1': /^ok\n$/,
  'sdk_http_calls.md 1': /"status":"ok","first_time":true,"attribution":null/,
  'sdk_http_calls.md 2': /"answered":true,"attribution":null/,
  'sdk_http_calls.md 3': /"status":"ok","linked":1/,
};
const nameOf = (block: Block): string =>
  `${block.page} ${runnable.filter(({ page }) => page === block.page).indexOf(block) + 1}`;

describe('code of the docs', () => {
  it('that can run is all listed here', () => {
    expect(
      runnable
        .filter(({ page }) => page !== 'webhooks.md')
        .map(nameOf)
        .sort(),
    ).toEqual(Object.keys(printed).sort());
  });

  it.each(runnable.filter((block) => block.page !== 'webhooks.md').map((block) => [nameOf(block), block] as const))(
    'runs: %s',
    async (name, block) => {
      const { code, out, faults } = await run(block);
      expect({ code, faults }).toEqual({ code: 0, faults: '' });
      expect(out).toMatch(printed[name] ?? /^$/);
    },
  );

  it.each(blocks.filter(({ language }) => language === 'json').map(({ page, code }) => [page, code]))(
    'is JSON that can be parsed: %s',
    (_page, code) => {
      expect(() => JSON.parse(code)).not.toThrow();
    },
  );

  it('takes webhooks that Tapwise signed, and no others', async () => {
    const [receiver, ...others] = runnable.filter(({ page }) => page === 'webhooks.md');
    if (receiver === undefined) throw new Error('The page about webhooks has no receiver that runs');
    expect(others).toEqual([]);
    const port = await freePort();
    const key = Buffer.from('a secret of the docs that signs');
    const secret = `whsec_${key.toString('base64')}`;
    const child = start({ ...receiver, code: receiver.code.replace('8090', String(port)) }, { WEBHOOK_SECRET: secret });
    try {
      const body = JSON.stringify({ event: 'test' });
      const at = String(Math.floor(Date.now() / 1000));
      const code = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64');
      const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': `v1,${code}` };
      const url = `http://127.0.0.1:${port}`;
      await expect.poll(() => post(url, headers, body)).toBe(204);
      expect(await post(url, headers, `${body} `)).toBe(401);
    } finally {
      child.kill();
      await once(child, 'close');
    }
  });
});

const post = (url: string, headers: Record<string, string>, body: string): Promise<number | undefined> =>
  fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => undefined,
  );
