import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import {
  beginMailAttempt,
  endMailAttempt,
  mailDecider,
  nextMailAttempt,
  type RequestedMail,
  requestMail,
} from './mail.decider.ts';
import type { MailEvent } from './mail.events.ts';
import { cutName, htmlBody, linksOf, plainBody } from './mail-body.ts';
import { mailKindNames } from './mail-kinds.ts';
import { mailDay, mailInstant, mailTexts } from './mail-texts.ts';

const mail: RequestedMail = {
  mail_id: 'a'.repeat(26),
  kind: 'reset',
  key: 'reset|1',
  account_id: 7,
  address: null,
  facts: {},
  rows: [],
  requested_at: '2026-01-01T00:00:00.000Z',
};
const requested: MailEvent = { type: 'MailRequested', data: mail };
const now = Date.parse('2026-01-01T00:00:10.000Z');
const at = new Date(now).toISOString();
const ids = { mail_id: mail.mail_id, kind: mail.kind };
const sent: MailEvent = { type: 'MailSent', data: { ...ids, by: 'smtp', sent_at: at } };
const trouble = { failed: 'ECONNECTION', passing: true } as const;

describe('a mail', () => {
  it('is asked for once, also after it was sent', () => {
    given(mailDecider)
      .when((state) => requestMail(state, mail))
      .thenEvents(requested);
    for (const past of [[requested], [requested, sent]]) {
      given(mailDecider, ...past)
        .when((state) => requestMail(state, mail))
        .thenNothing();
    }
  });

  it('ends once: sent, skipped or refused permanently', () => {
    const open = given(mailDecider, requested);
    open.when((state) => endMailAttempt(state, { sent: 'smtp' }, now)).thenEvents(sent);
    open
      .when((state) => endMailAttempt(state, { skipped: 'gone' }, now))
      .thenEvents({ type: 'MailSkipped', data: { ...ids, reason: 'gone', skipped_at: at } });
    open
      .when((state) => endMailAttempt(state, { failed: '550', passing: false }, now))
      .thenEvents({ type: 'MailRefused', data: { ...ids, code: '550', refused_at: at } });
    given(mailDecider, requested, sent)
      .when((state) => endMailAttempt(state, trouble, now))
      .thenNothing();
    given(mailDecider)
      .when((state) => endMailAttempt(state, trouble, now))
      .thenRefused('conflict');
  });

  describe('that a process attempts', () => {
    const claim = '11111111-1111-4111-8111-111111111111';
    const begin = { claim, at: now };
    const over_at = '2026-01-01T00:10:10.000Z';
    const begun: MailEvent = { type: 'MailAttemptBegun', data: { ...ids, claim, begun_at: at, over_at } };

    it('is claimed before, by one', () => {
      const other = { claim: '22222222-2222-4222-8222-222222222222', at: now + 1 };
      given(mailDecider, requested)
        .when((state) => beginMailAttempt(state, begin))
        .thenEvents(begun);
      given(mailDecider, requested, begun)
        .when((state) => beginMailAttempt(state, other))
        .thenNothing();
      given(mailDecider, requested, begun, sent)
        .when((state) => beginMailAttempt(state, { claim, at: Date.parse(over_at) }))
        .thenNothing();
      given(mailDecider)
        .when((state) => beginMailAttempt(state, begin))
        .thenRefused('conflict');
    });

    it('is attempted again when an attempt without an end must be over', () => {
      const later = { claim, at: Date.parse(over_at) };
      const abandoned = given(mailDecider, requested, begun);
      abandoned.when((state) => beginMailAttempt(state, { claim, at: later.at - 1 })).thenNothing();
      expect(beginMailAttempt(abandoned.state(), later)).toMatchObject([{ type: 'MailAttemptBegun' }]);
    });

    it('is attempted again after the pause, when an attempt failed', () => {
      const [delayed] = endMailAttempt(given(mailDecider, requested, begun).state(), trouble, now + 1000);
      if (delayed?.type !== 'MailDelayed') throw new Error('not delayed');
      const state = given(mailDecider, requested, begun, delayed).state();
      expect(state.status === 'open' && nextMailAttempt(state)).toBe(now + 61_000);
      expect(beginMailAttempt(state, { claim, at: now + 60_999 })).toEqual([]);
      expect(beginMailAttempt(state, { claim, at: now + 61_000 })).toHaveLength(1);
    });
  });

  it('is tried again after 1, 5 and 30 minutes, 2, 6, 12 and 24 hours, and then given up', () => {
    const past: MailEvent[] = [requested];
    const minutes: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const [event] = endMailAttempt(given(mailDecider, ...past).state(), trouble, now);
      if (event?.type !== 'MailDelayed') throw new Error('not delayed');
      minutes.push((Date.parse(event.data.again_at) - now) / 60_000);
      past.push(event);
    }
    expect(minutes).toEqual([1, 5, 30, 120, 360, 720, 1440]);
    given(mailDecider, ...past)
      .when((state) => endMailAttempt(state, trouble, now))
      .thenEvents({ type: 'MailRefused', data: { ...ids, code: 'ECONNECTION', refused_at: at } });
  });
});

describe('what a mail says', () => {
  it('is on one line where it is a name, at most 80 characters, and cannot turn the text around', () => {
    expect(cutName('A\r\nBcc: b@y.example')).toBe('A Bcc: b@y.example');
    expect(cutName(`x\u202Egnp.exe${'é'.repeat(100)}`)).toMatch(/^x gnp\.exeé{70}…$/);
    expect([...cutName('😀'.repeat(81))]).toHaveLength(80);
  });

  it('is the same in text and in HTML, where names are text', () => {
    const blocks = [
      { text: '<b>Team</b> & "co"' },
      { label: 'Go', link: 'https://a.example/?b=1&c=2' },
      { rows: ['one', '<two>'] },
    ];
    expect(plainBody(blocks)).toBe('<b>Team</b> & "co"\n\nGo:\nhttps://a.example/?b=1&c=2\n\n- one\n- <two>\n');
    expect(htmlBody(blocks)).toContain('<p>&lt;b&gt;Team&lt;/b&gt; &amp; &quot;co&quot;</p>');
    expect(htmlBody(blocks)).toContain('<a href="https://a.example/?b=1&amp;c=2">Go</a>');
    expect(htmlBody(blocks)).toContain('<li>&lt;two&gt;</li>');
    expect(linksOf(blocks)).toEqual(['https://a.example/?b=1&c=2']);
  });

  it.each(mailKindNames)('has words without gaps for %s', (kind) => {
    const names = [
      'name',
      'team',
      'application',
      'integration',
      'problem',
      'rule',
      'day',
      'endpoint',
      'at',
      'expires',
      'report',
      'cadence',
      'author',
    ];
    const facts = Object.fromEntries(
      [...names, 'headline', 'trial_end', 'support', 'erased_at', 'plan', 'percent', 'installs', 'limit', 'month'].map(
        (name) => [name, `<${name}>`],
      ),
    );
    const { subject, blocks } = mailTexts[kind]({ ...facts, days: 3, link: 'https://a.example/x' }, ['row']);
    const text = plainBody(blocks);
    expect(subject.length).toBeGreaterThan(5);
    expect(`${subject} ${text}`).not.toMatch(/undefined|NaN/);
    expect(subject).not.toMatch(/<name>|<at>/);
  });

  it('writes days and instants in full, in UTC', () => {
    expect(mailDay('2026-12-21T23:59:00.000Z')).toBe('December 21, 2026');
    expect(mailInstant('2026-12-21T17:05:00.000Z')).toBe('December 21, 2026, 17:05 UTC');
  });
});
