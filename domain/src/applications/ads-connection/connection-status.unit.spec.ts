import { describe, expect, it } from 'vitest';
import { type AdsConnection, unconnected } from './ads-connection.state.ts';
import { bindingOf, connectionMessage, isDisconnected, requireConnected } from './connection-status.ts';
import type { AdsInterface } from './connection-texts.ts';

const at = '2026-12-01T10:00:00.000Z';
const v1: AdsInterface = { version: 'v1', isEnded: false };
const v5: AdsInterface = { version: 'v5', isEnded: false };
const v5Ended: AdsInterface = { version: 'v5', isEnded: true };

const proven: AdsConnection = {
  ...unconnected,
  account: { adAccountId: 9, v1OrgId: 70, provenBy: 'campaigns', provenAt: at },
};
const choose: AdsConnection = { ...unconnected, candidates: [{ adAccountId: 8, name: 'Moon' }] };
const unseen: AdsConnection = { ...unconnected, candidates: [] };
const refused: AdsConnection = { ...proven, refusedAt: at };

const message = (connection: AdsConnection, spoken: AdsInterface, isReadOnly = false) =>
  connectionMessage(connection, { spoken, isReadOnly });
const notSeen = 'Apple Ads does not show us this account. Please add our key. Campaigns keep running either way.';

describe('the binding of an organization', () => {
  it('is pending until its account was looked for, then proven, to be chosen, or not seen', () => {
    expect([unconnected, proven, choose, unseen].map(bindingOf)).toEqual([
      'pending',
      'proven',
      'choose',
      'credentials',
    ]);
  });
});

describe('an organization', () => {
  it('is disconnected over v1 without a proof and while its credentials are refused', () => {
    expect([unconnected, choose, unseen, refused].map((connection) => isDisconnected(connection, v1))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(isDisconnected(proven, v1)).toBe(false);
  });

  it('is disconnected over v5 only when that has ended, proven or not', () => {
    for (const connection of [unconnected, proven, choose, unseen, refused]) {
      expect(isDisconnected(connection, v5)).toBe(false);
      expect(isDisconnected(connection, v5Ended)).toBe(true);
    }
  });

  it('does not stand over v1 because v5 has ended', () => {
    expect(isDisconnected(proven, { version: 'v1', isEnded: true })).toBe(false);
  });

  it('says what to do', () => {
    expect(message(unconnected, v1)).toBeNull();
    expect(message(choose, v1)).toBe('Which Apple Ads account is this?');
    expect(message(unseen, v1)).toBe(notSeen);
    expect(message(refused, v1)).toBe(notSeen);
    expect(message({ ...choose, refusedAt: at }, v1)).toBe(notSeen);
    expect(message(proven, v1)).toBeNull();
    expect(message(unseen, v5)).toBeNull();
    expect(message(proven, v5Ended)).toBe(
      'Apple has switched off the old interface. Your campaigns run on in Apple Ads; we cannot see or change them until you connect again.',
    );
  });

  it('says over v1 that our user may only read', () => {
    const readOnly = 'Our user may read but not change this account. Give it the role API Account Manager.';
    expect(message(proven, v1, true)).toBe(readOnly);
    expect(message(unseen, v1, true)).toBe(notSeen);
    expect(message(proven, v5, true)).toBeNull();
  });

  it('refuses what needs the service while it is disconnected, with the same words', () => {
    const refusal = (connection: AdsConnection) => () => requireConnected(connection, v1);
    expect(refusal(proven)).not.toThrow();
    const code = 'apple_ads_not_connected';
    expect(refusal(unseen)).toThrow(expect.objectContaining({ code, message: notSeen }));
    expect(refusal(unconnected)).toThrow(
      expect.objectContaining({
        code,
        message: 'This account is not connected to Apple Ads yet. Please try again in a minute.',
      }),
    );
  });
});
