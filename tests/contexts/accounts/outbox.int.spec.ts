import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type Mailing, startMailing } from '../../support/workers/mailing.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapwise-outbox-'));
let api: ApiService;
let mailing: Mailing;
beforeAll(async () => {
  api = await startApi({ demo: true, settings: { outbox: join(folder, 'outbox') } });
  mailing = await startMailing(api, { folder });
});
afterAll(async () => {
  await mailing.stop();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const outbox = (from = '127.0.0.1', headers: Record<string, string> = {}) =>
  api.call('GET', '/api/demo/outbox', { from, headers });

describe('the outbox of a demo', () => {
  it('shows the mails, the newest first, with links that can be followed', async () => {
    expect((await outbox()).body.mails).toEqual([]);
    const { email } = await api.signUp('Mailed');
    const [welcome] = await mailing.wait('welcome', email);
    await api.call('POST', '/api/account/password_reset', { body: { email } });
    await mailing.wait('reset', email);
    const broken = join(folder, 'outbox', `verify--${'a'.repeat(26)}.json`);
    writeFileSync(broken, '{');
    const { mails } = (await outbox()).body as { mails: { kind: string; to: string; links: string[]; text: string }[] };
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['reset', email],
      ['welcome', email],
    ]);
    expect(mails[1]).toMatchObject({ links: welcome?.links, text: welcome?.text });
    rmSync(broken);
  });

  it('is for this machine alone, because links in mails are secrets, and for a demo without a mail server', async () => {
    expect((await outbox('192.0.2.7')).status).toBe(404);
    expect((await outbox('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).status).toBe(404);
    const { outbox: _, ...settings } = api.deps.settings;
    const other = await startApi({ demo: true, settings });
    expect((await other.call('GET', '/api/demo/outbox')).status).toBe(404);
    await other.stop();
  });

  it('is counted by kind and outcome', async () => {
    const { email } = await api.signUp('Counted');
    await mailing.wait('welcome', email);
    const sent = /^tapwise_mails_total\{kind="welcome",outcome="sent"\} [1-9]/m;
    await expect.poll(async () => (await api.app.inject({ method: 'GET', url: '/metrics' })).body).toMatch(sent);
  });
});
