import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import { openAccount } from './account.decider.ts';
import type { AccountEvent } from './account.events.ts';
import { accountDecider } from './account.state.ts';
import { emailReservationDecider, reserveEmail } from './address.decider.ts';
import { closeSession, isSessionValid, openSession, sessionDecider } from './session.decider.ts';

const account: Extract<AccountEvent, { type: 'AccountOpened' }>['data'] = {
  account_id: 7,
  team_id: 7,
  name: 'v1.7.name',
  email: 'v1.7.mail',
  email_hash: 'hash',
  password_hash: 'argon',
  demo: false,
  founded_team: { name: 'v1.7.team', access: 'admin', trial_expires_at: '2026-02-01T00:00:00.000Z' },
};
const opened: AccountEvent = { type: 'AccountOpened', data: account };

describe('an account', () => {
  it('is opened once', () => {
    given(accountDecider)
      .when((state) => openAccount(state, account))
      .thenEvents(opened);
    given(accountDecider, opened)
      .when((state) => openAccount(state, account))
      .thenRefused('conflict');
  });
});

describe('an e-mail address', () => {
  const reserved: AccountEvent = { type: 'EmailReserved', data: { email_hash: 'hash', account_id: 7 } };

  it('is reserved for one account and refused to every other', () => {
    given(emailReservationDecider)
      .when((state) => reserveEmail(state, { email_hash: 'hash', account_id: 7 }))
      .thenEvents(reserved);
    given(emailReservationDecider, reserved)
      .when((state) => reserveEmail(state, { email_hash: 'hash', account_id: 8 }))
      .thenRefused('email_taken', 'An account with this email already exists. Log in instead.');
  });

  it('stays with its account when that reserves it again', () => {
    given(emailReservationDecider, reserved)
      .when((state) => reserveEmail(state, { email_hash: 'hash', account_id: 7 }))
      .thenNothing();
  });
});

describe('a session', () => {
  const session = {
    token_hash: 'token',
    account_id: 7,
    opened_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-31T00:00:00.000Z',
    client: null,
  };
  const begun: AccountEvent = { type: 'SessionOpened', data: session };
  const closed: AccountEvent = {
    type: 'SessionClosed',
    data: { token_hash: 'token', account_id: 7, reason: 'signed_out' },
  };
  const signOut = { reason: 'signed_out' } as const;

  it('opens once for a token', () => {
    given(sessionDecider)
      .when((state) => openSession(state, session))
      .thenEvents(begun);
    for (const past of [[begun], [begun, closed]]) {
      given(sessionDecider, ...past)
        .when((state) => openSession(state, session))
        .thenRefused('conflict');
    }
  });

  it('closes once', () => {
    given(sessionDecider, begun)
      .when((state) => closeSession(state, signOut))
      .thenEvents(closed);
    given(sessionDecider, begun, closed)
      .when((state) => closeSession(state, signOut))
      .thenNothing();
  });

  it('that was never opened cannot be closed', () => {
    given(sessionDecider)
      .when((state) => closeSession(state, signOut))
      .thenRefused('unauthorized', 'Unauthorized');
  });

  it('is valid until it expires or is closed, and stays closed', () => {
    const end = Date.parse(session.expires_at);
    const open = given(sessionDecider, begun).state();
    expect([isSessionValid(open, end - 1), isSessionValid(open, end)]).toEqual([true, false]);
    expect(isSessionValid(given(sessionDecider, begun, closed, begun).state(), 0)).toBe(false);
    expect(isSessionValid(given(sessionDecider).state(), 0)).toBe(false);
  });
});
