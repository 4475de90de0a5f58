import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../config/environment.ts';
import type { OutgoingMail } from './build-message.ts';
import { mailIdOf } from './mail-id.ts';
import { type MailSender, openMailSender } from './mail-sender.ts';

const mail: OutgoingMail = {
  id: mailIdOf('reset|1'),
  kind: 'reset',
  to: 'ben@example.com',
  subject: 'Grüße\r\nBcc: eve@example.com',
  text: `Go:\nhttps://a.example/reset#token=${'x'.repeat(90)}\n`,
  html: '<p>Go</p>',
  links: [`https://a.example/reset#token=${'x'.repeat(90)}`],
  createdAt: '2026-11-23T13:00:00.000Z',
};
const folder = mkdtempSync(join(tmpdir(), 'tapwise-sender-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a mail key', () => {
  it('gives 26 letters and digits, always the same', () => {
    expect(mailIdOf('reset|1')).toMatch(/^[a-z2-7]{26}$/);
    expect(mailIdOf('reset|1')).toBe(mailIdOf('reset|1'));
    expect(mailIdOf('reset|1')).not.toBe(mailIdOf('reset|2'));
    // The first 26 characters of the base32 of SHA-256('').
    expect(mailIdOf('')).toBe('4oymiquy7qobjgx36tejs35zeq');
  });
});

describe('the outbox', () => {
  it('holds each mail once, readable for its owner only, the same bytes whenever it is written', async () => {
    const sender = await openMailSender(
      readEnvironment({ DATA_DIR: folder, MAIL_FROM: 'Tapwise <hello@tapwise.example>' }),
    );
    const outbox = join(folder, 'outbox');
    const files = () => readdirSync(outbox).map((name) => [name, readFileSync(join(outbox, name), 'utf8')]);
    await sender.send(mail);
    const first = files();
    await sender.send(mail);
    expect(files()).toEqual(first);
    expect(first.map(([name]) => name)).toEqual([`reset--${mail.id}.eml`, `reset--${mail.id}.json`]);
    expect(statSync(outbox).mode & 0o777).toBe(0o700);
    const { id: _, html: __, createdAt: created_at, ...mailFields } = mail;
    expect(JSON.parse(first[1]?.[1] ?? '')).toEqual({ ...mailFields, created_at });
    const [head = ''] = (first[0]?.[1] ?? '').split('\r\n\r\n');
    expect(head).toContain(`Message-ID: <${mail.id}@tapwise.example>`);
    expect(head).toContain('From: Tapwise <hello@tapwise.example>');
    expect(head).toMatch(/Auto-Submitted: auto-generated[\s\S]*X-Tapwise-Mail: reset/i);
    expect(head).not.toMatch(/^Bcc:|List-Unsubscribe/im);
  });

  it('takes one bare address', async () => {
    const sender = await openMailSender(readEnvironment({ DATA_DIR: folder }));
    for (const to of [
      'a@x.example, b@y.example',
      'a@x.example\r\nRCPT TO:<b@y.example>',
      'A <a@x.example>',
      '"a b"@x.example',
    ]) {
      await expect(sender.send({ ...mail, to })).rejects.toThrow('not one bare address');
    }
  });
});

describe('a mail server', () => {
  const accepted: { to: string[]; text: string }[] = [];
  let refusal: { at: 'rcpt' | 'data'; code: number } | undefined;
  let sender: MailSender;
  const refuse = (at: 'rcpt' | 'data') =>
    refusal?.at === at
      ? Object.assign(new Error('ben@example.com is not wanted'), { responseCode: refusal.code })
      : null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuse('rcpt')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const fault = refuse('data');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        if (fault === null) accepted.push({ to, text: Buffer.concat(chunks).toString() });
        done(fault);
      });
    },
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    sender = await openMailSender(readEnvironment({ DATA_DIR: folder, SMTP_URL: `smtp://127.0.0.1:${port}` }));
  });
  afterAll(async () => {
    sender.close();
    await new Promise<void>((resolve) => void server.close(resolve));
  });

  it('gets the mail once, for the one person, and one click turns off what can be', async () => {
    refusal = undefined;
    await sender.send({ ...mail, unsubscribe: 'https://a.example/unsubscribe/t' });
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.to).toEqual(['ben@example.com']);
    expect(accepted[0]?.text).toContain('List-Unsubscribe: <https://a.example/unsubscribe/t>');
    expect(accepted[0]?.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  it.each([
    ['rcpt', 450, true],
    ['rcpt', 550, false],
    ['data', 451, true],
    ['data', 554, false],
  ] as const)(
    'that refuses at %s with %i may take it later: %s; its words are not repeated',
    async (at, code, passing) => {
      refusal = { at, code };
      const fault = await sender.send(mail).catch((error: unknown) => error);
      expect(fault).toMatchObject({ name: 'MailFault', code: String(code), retry: passing });
      expect(String(fault)).not.toContain('ben@');
    },
  );

  it('that is away may be there later', async () => {
    const away = await openMailSender(readEnvironment({ DATA_DIR: folder, SMTP_URL: 'smtp://127.0.0.1:1' }));
    await expect(away.send(mail)).rejects.toMatchObject({ name: 'MailFault', retry: true });
    away.close();
  });
});
