import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import {
  changeEmail,
  changePassword,
  changePreferences,
  openAccount,
  requestVerification,
  verifyEmail,
} from './account.decider.ts';
import type { AccountEvent } from './account.events.ts';
import { type AccountState, accountDecider, wantsMails } from './account.state.ts';
import {
  emailReservationDecider,
  passwordResetDecider,
  releaseEmail,
  requestPasswordReset,
  reserveEmail,
} from './address.decider.ts';
import { isSessionValid, seeSession, sessionDecider } from './session.decider.ts';

const at = '2026-01-01T00:00:00.000Z';
const later = '2026-01-02T00:00:00.000Z';
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const link = (number: number) => ({ request_id: uuid(number), token_hash: `token${number}`, expires_at: later });
const account: Extract<AccountEvent, { type: 'AccountOpened' }>['data'] = {
  account_id: 7,
  team_id: 7,
  name: 'v1.7.name',
  email: 'v1.7.mail',
  email_hash: 'mail',
  password_hash: 'argon',
  demo: false,
  founded_team: null,
};
const opened: AccountEvent = { type: 'AccountOpened', data: account };
const verificationRequested = (number: number, requested_at = at): AccountEvent => ({
  type: 'EmailVerificationRequested',
  data: { account_id: 7, ...link(number), at_sign_up: false, requested_at },
});
const verified: AccountEvent = {
  type: 'EmailVerified',
  data: { account_id: 7, email_hash: 'mail', verified_at: at },
};

describe('the address of an account', () => {
  it('is proved by the newest link, once; after that the link changes nothing', () => {
    const verify =
      (token: number, now = at) =>
      (state: AccountState) =>
        verifyEmail(state, { token_hash: `token${token}`, at: now });
    const past = given(accountDecider, opened, verificationRequested(1), verificationRequested(2));
    past.when(verify(2)).thenEvents(verified);
    past.when(verify(1)).thenRefused('link_invalid', 'This link is no longer valid.');
    past.when(verify(2, later)).thenRefused('link_invalid');
    given(accountDecider, opened, verificationRequested(2), verified).when(verify(2, later)).thenNothing();
  });

  it('is proved at once by who joins with what only the mail has, and a link is due for who signs up', () => {
    given(accountDecider)
      .when((state) => openAccount(state, account, { verified_at: at }))
      .thenEvents(opened, verified);
    given(accountDecider)
      .when((state) => openAccount(state, account, { verification: link(1), at }))
      .thenEvents(opened, {
        type: 'EmailVerificationRequested',
        data: { account_id: 7, ...link(1), at_sign_up: true, requested_at: at },
      });
  });

  it('may be asked to be proved five times a day', () => {
    const past = [opened, ...[1, 2, 3, 4].map((number) => verificationRequested(number))];
    given(accountDecider, ...past)
      .when((state) => requestVerification(state, link(5), at))
      .thenEvents(verificationRequested(5));
    const five = given(accountDecider, ...past, verificationRequested(5));
    five.when((state) => requestVerification(state, link(6), at)).thenRefused('too_many_requests');
    five.when((state) => requestVerification(state, link(6), later)).thenEvents(verificationRequested(6, later));
    // The mail that welcomes a person is beside them.
    const welcomed: AccountEvent = {
      type: 'EmailVerificationRequested',
      data: { account_id: 7, ...link(9), at_sign_up: true, requested_at: at },
    };
    given(accountDecider, opened, welcomed, ...past.slice(1))
      .when((state) => requestVerification(state, link(5), at))
      .thenEvents(verificationRequested(5));
    given(accountDecider, opened, welcomed, ...past.slice(1), verificationRequested(5))
      .when((state) => requestVerification(state, link(6), at))
      .thenRefused('too_many_requests');
    given(accountDecider, opened, verified)
      .when((state) => requestVerification(state, link(1), at))
      .thenNothing();
  });

  it('changes when the link to the new one is used, once', () => {
    const wanted: AccountEvent = {
      type: 'EmailChangeRequested',
      data: { account_id: 7, ...link(3), email: 'v1.7.new', email_hash: 'new', requested_at: at },
    };
    const changed: AccountEvent = {
      type: 'EmailChanged',
      data: {
        account_id: 7,
        email: 'v1.7.new',
        email_hash: 'new',
        former_email: 'v1.7.mail',
        former_email_hash: 'mail',
        changed_at: at,
      },
    };
    const past = given(accountDecider, opened, verificationRequested(1), wanted);
    const use =
      (token_hash: string, now = at) =>
      (state: AccountState) =>
        changeEmail(state, { token_hash, at: now });
    past.when(use('token3')).thenEvents(changed);
    past.when(use('token1')).thenRefused('link_invalid');
    past.when(use('token3', later)).thenRefused('link_invalid');
    given(accountDecider, opened, wanted, changed).when(use('token3', later)).thenNothing();
    const after = given(accountDecider, opened, verificationRequested(1), wanted, changed);
    expect(after.state()).toMatchObject({ email: 'v1.7.new', email_hash: 'new', email_verified: true });
    // A link that was mailed to the former address proves nothing about the new one.
    after.when((state) => verifyEmail(state, { token_hash: 'token1', at })).thenRefused('link_invalid');
  });

  it('is free again when it is given up, and belongs to one account at a time', () => {
    const reserved: AccountEvent = { type: 'EmailReserved', data: { email_hash: 'mail', account_id: 7 } };
    const released: AccountEvent = { type: 'EmailReleased', data: { email_hash: 'mail', account_id: 7 } };
    const eight = { email_hash: 'mail', account_id: 8 };
    const reservation = given(emailReservationDecider, reserved);
    reservation.when((state) => releaseEmail(state, 8)).thenNothing();
    reservation.when((state) => releaseEmail(state, 7)).thenEvents(released);
    reservation.when((state) => reserveEmail(state, eight, 9)).thenRefused('email_taken');
    reservation
      .when((state) => reserveEmail(state, eight, 7))
      .thenEvents(released, { type: 'EmailReserved', data: eight });
    given(emailReservationDecider, reserved, released)
      .when((state) => reserveEmail(state, eight))
      .thenEvents({ type: 'EmailReserved', data: eight });
  });
});

describe('a password', () => {
  const change = (reset: number | null) => ({
    password_hash: 'new',
    reset_id: reset === null ? null : uuid(reset),
    kept_session: null,
    notice: link(9),
    changed_at: at,
  });
  const changed = (reset: number | null): AccountEvent => ({
    type: 'PasswordChanged',
    data: { account_id: 7, ...change(reset) },
  });

  it('is set by a link once; using one proves the address', () => {
    given(accountDecider, opened)
      .when((state) => changePassword(state, change(1)))
      .thenEvents(changed(1), verified);
    given(accountDecider, opened, verified)
      .when((state) => changePassword(state, change(null)))
      .thenEvents(changed(null));
    given(accountDecider, opened, changed(1))
      .when((state) => changePassword(state, change(1)))
      .thenRefused('link_invalid');
  });

  it('may be asked to be reset three times an hour; further requests are passed over', () => {
    const request = (number: number, requested_at: string) => ({ email_hash: 'mail', ...link(number), requested_at });
    const past = [1, 2, 3].map(
      (number): AccountEvent => ({
        type: 'PasswordResetRequested',
        data: request(number, at),
      }),
    );
    given(passwordResetDecider, ...past)
      .when((state) => requestPasswordReset(state, request(4, '2026-01-01T00:59:59.999Z')))
      .thenNothing();
    expect(
      requestPasswordReset(given(passwordResetDecider, ...past).state(), request(4, '2026-01-01T01:00:00.000Z')),
    ).toHaveLength(1);
  });
});

describe('preferences', () => {
  it('are opt-in for product updates, on for the rest, and change one at a time', () => {
    const first = given(accountDecider, opened).state();
    if (first.status !== 'open') throw new Error('not open');
    const wants = (['integrations', 'automation', 'product_updates'] as const).map((mailConsent) =>
      wantsMails(first, mailConsent),
    );
    expect(wants).toEqual([true, true, false]);
    const off = { mail_switches: { automation: false } };
    given(accountDecider, opened)
      .when((state) => changePreferences(state, off, at))
      .thenEvents({
        type: 'AccountPreferencesChanged',
        data: {
          account_id: 7,
          receive_product_updates: false,
          share_usage: true,
          mail_switches: { integrations: true, automation: false, alerts: true, reports: true },
          changed_at: at,
        },
      });
    given(accountDecider, opened)
      .when((state) => changePreferences(state, { share_usage: true, mail_switches: { automation: true } }, at))
      .thenNothing();
  });
});

describe('a session that is used', () => {
  const begun: AccountEvent = {
    type: 'SessionOpened',
    data: { token_hash: 't', account_id: 7, opened_at: at, expires_at: '2026-06-30T00:00:00.000Z', client: null },
  };
  const day = (number: number) => Date.parse(at) + number * 86_400_000;

  it('lives on from 30 days to 30 days, and is recorded once an hour', () => {
    const open = given(sessionDecider, begun);
    open.when((state) => seeSession(state, Date.parse(at) + 3_599_999)).thenNothing();
    const seen: AccountEvent = {
      type: 'SessionSeen',
      data: { token_hash: 't', account_id: 7, seen_at: new Date(day(29)).toISOString() },
    };
    open.when((state) => seeSession(state, day(29))).thenEvents(seen);
    const used = given(sessionDecider, begun, seen).state();
    expect([
      isSessionValid(open.state(), day(30)),
      isSessionValid(used, day(58)),
      isSessionValid(used, day(59)),
    ]).toEqual([false, true, false]);
    const often = given(sessionDecider, begun, {
      ...seen,
      data: { ...seen.data, seen_at: '2026-06-29T00:00:00.000Z' },
    } as AccountEvent);
    expect(isSessionValid(often.state(), Date.parse('2026-06-30T00:00:00.000Z'))).toBe(false);
  });
});
