import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, readEnvironment } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBundle } from './make-bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'bundle-spec-'));
const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJhYmMifQ.c2lnbmF0dXJl';

/** All that must not be in the file. */
const planted = [
  'ada.lovelace@example.com',
  'Ada Lovelace',
  'person17@mail.example.org',
  'Grace Hopper',
  '203.0.113.77',
  '2001:db8:85a3::8a2e:370:7334',
  'hooks.customer.example',
  'twk_live_0123456789abcdef',
  'super-secret-bearer',
  jwt,
  'pdl_live_apikey_planted',
  'smtp-password-planted',
  'metrics-token-planted',
  '48213',
  'MIGHAgEAMBMGByqGSM49',
];

function writeLogs(): void {
  mkdirSync(join(folder, 'log'), { recursive: true });
  const lines: string[] = [];
  const logger = createLogger('api', 'debug', { write: (line: string) => void lines.push(line) });
  logger.info({ email: planted[0] }, 'Ada Lovelace signed in');
  logger.error({ account_id: 48213, person: 'Grace Hopper' }, 'A mail could not be sent');
  const faults = [
    'The mailbox ada.lovelace@example.com is full',
    'Campaign "Ada Lovelace" was refused for account 48213',
    'connect ECONNREFUSED 203.0.113.77:443',
    'connect ECONNREFUSED 2001:db8:85a3::8a2e:370:7334:443',
    'connect ECONNREFUSED 127.0.0.1:2113',
    'POST https://hooks.customer.example/in?token=twk_live_0123456789abcdef answered 500',
    'Authorization: Bearer super-secret-bearer',
    `The token ${jwt} has expired`,
    'Stream account-48213 has moved',
    'smtp://mailer:smtp-password-planted@mail.example.net refused the sender person17@mail.example.org',
    'The key pdl_live_apikey_planted is not one of this provider',
    'metrics-token-planted',
  ];
  for (const fault of faults) logger.warn({ err: new Error(fault) }, 'Something did not work');
  lines.push('{"level":50,"time":1767225600000,"msg":"cut o');
  lines.push(`Error: cannot open ${homedir()}/key.pem: MIGHAgEAMBMGByqGSM49AgEGCCqGSM49\n`);
  writeFileSync(join(folder, 'log', 'api.log'), lines.join(''));
}

function bundle(): string {
  const environment = readEnvironment({
    DATA_DIR: folder,
    PORT: '9090',
    METRICS_TOKEN: 'metrics-token-planted',
    PADDLE_API_KEY: 'pdl_live_apikey_planted',
    SMTP_URL: 'smtp://mailer:smtp-password-planted@mail.example.net',
    SUPPORT_EMAIL: 'person17@mail.example.org',
  });
  return makeBundle({
    environment,
    findings: [
      {
        what: 'address for the SDK and the store, https://hooks.customer.example: nothing answers there',
        ok: false,
        fix: '',
      },
    ],
    sections: [
      { title: 'Queues', none: '', findings: [{ what: 'queue requests', status: 'ok', detail: '0 events behind' }] },
    ],
    now: new Date('2026-01-01T00:00:00.000Z'),
  });
}

beforeAll(() => {
  mkdirSync(join(folder, 'keys'), { recursive: true });
  writeFileSync(join(folder, 'keys', 'account-48213.key'), 'MIGHAgEAMBMGByqGSM49');
  writeLogs();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the file for a report about a fault', () => {
  it.each(planted)('does not have %s', (secret) => {
    expect(bundle()).not.toContain(secret);
  });

  it('has versions, settings that are set, states, sizes, and what went wrong', () => {
    const read = JSON.parse(bundle()) as {
      recent_lines: { api: { text: string; stack?: string[] }[] };
      settings: object;
    };
    expect(read).toMatchObject({
      versions: { node: process.versions.node },
      settings: { METRICS_TOKEN: 'set', PADDLE_API_KEY: 'set', PORT: '9090', SMTP_URL: 'set' },
      report: [{ title: 'Queues', findings: [{ what: 'queue requests', detail: '0 events behind' }] }],
      folders: { keys: { files: 1, bytes: 20 }, log: { files: 1 } },
    });
    const texts = read.recent_lines.api.map(({ text }) => text);
    expect(texts).toContain('A mail could not be sent');
    expect(texts).toContain('Something did not work: Error: connect ECONNREFUSED 127.0.0.1:2113');
    expect(texts).toContain('Something did not work: Error: Stream account-[id] has moved');
    expect(texts.join('\n')).not.toContain('signed in');
    expect(read.recent_lines.api.find(({ stack }) => stack !== undefined)?.stack?.[0]).toContain(
      'make-bundle.unit.spec',
    );
  });
});
