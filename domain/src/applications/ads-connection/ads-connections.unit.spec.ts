import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import type { VisibleOrganization } from '../application/linking.ts';
import { adAccountDecider, claimAdAccount, releaseAdAccount } from './ad-account.decider.ts';
import type { AdsConnectionEvent } from './ads-connection.events.ts';
import { connectionOf, createAdsConnections, evolveAdsConnections } from './ads-connections.ts';
import {
  endOlderInterface,
  olderInterfaceDecider,
  resumeOlderInterface,
  saysEnded,
} from './older-interface.decider.ts';
import { organizationsOfAccounts } from './visible-accounts.ts';

const at = '2026-12-01T10:00:00.000Z';
const claimed = (ad_account_id: number, org_id: number): AdsConnectionEvent => ({
  type: 'AdAccountClaimed',
  data: { ad_account_id, org_id, claimed_at: at },
});
const released = (ad_account_id: number, org_id: number): AdsConnectionEvent => ({
  type: 'AdAccountReleased',
  data: { ad_account_id, org_id, released_at: at },
});
const candidateSeen: AdsConnectionEvent = {
  type: 'AdAccountCandidatesSeen',
  data: { org_id: 7, candidates: [{ ad_account_id: 9, name: 'Moon' }], seen_at: at },
};

describe('an ad account', () => {
  const claim = { ad_account_id: 9, org_id: 7, claimed_at: at };

  it('belongs to one organization until it is released', () => {
    given(adAccountDecider)
      .when((state) => claimAdAccount(state, claim))
      .thenEvents(claimed(9, 7));
    given(adAccountDecider, claimed(9, 7))
      .when((state) => claimAdAccount(state, claim))
      .thenNothing();
    given(adAccountDecider, claimed(9, 8))
      .when((state) => claimAdAccount(state, claim))
      .thenRefused('not_found');
    given(adAccountDecider, claimed(9, 8), released(9, 8))
      .when((state) => claimAdAccount(state, claim))
      .thenEvents(claimed(9, 7));
  });

  it('is released by its own organization only', () => {
    const release = { ad_account_id: 9, org_id: 7, released_at: at };
    given(adAccountDecider, claimed(9, 7))
      .when((state) => releaseAdAccount(state, release))
      .thenEvents(released(9, 7));
    given(adAccountDecider, claimed(9, 8))
      .when((state) => releaseAdAccount(state, release))
      .thenNothing();
    expect(given(adAccountDecider, claimed(9, 8), released(9, 7)).state()).toEqual({ orgId: 8 });
  });

  it('stays with the first that claimed it, whatever its stream says later', () => {
    expect(given(adAccountDecider, claimed(9, 7), claimed(9, 8)).state()).toEqual({ orgId: 7 });
  });
});

describe('the older interface', () => {
  const gone = (status: number | null, operation = 'GET /acls', codes: string[] = []) =>
    saysEnded({ operation, status, codes });

  it.each([301, 308, 404, 410])('has ended when the address of its accounts answers %d', (status) => {
    expect(gone(status)).toBe(true);
    expect(gone(status, 'POST /campaigns/find')).toBe(false);
  });

  it('has ended when any answer says that it has moved permanently', () => {
    expect(gone(403, 'POST /campaigns/find', ['RESOURCE_MOVED_PERMANENTLY'])).toBe(true);
  });

  it.each([500, 502, 503, 504, 429, 403, 401, 302, null])('is only away when it answers %s', (status) => {
    expect(gone(status)).toBe(false);
  });

  it('ends once, and comes back when it answers', () => {
    const answer = { operation: 'GET /acls', status: 410, codes: [] };
    const ended: AdsConnectionEvent = {
      type: 'AdsInterfaceEnded',
      data: { version: 'v5', operation: 'GET /acls', http_status: 410, ended_at: at },
    };
    const back: AdsConnectionEvent = { type: 'AdsInterfaceBack', data: { version: 'v5', back_at: at } };
    given(olderInterfaceDecider)
      .when((state) => endOlderInterface(state, { answer, ended_at: at }))
      .thenEvents(ended);
    given(olderInterfaceDecider)
      .when((state) => endOlderInterface(state, { answer: { ...answer, status: 503 }, ended_at: at }))
      .thenNothing();
    given(olderInterfaceDecider, ended)
      .when((state) => endOlderInterface(state, { answer, ended_at: at }))
      .thenNothing();
    given(olderInterfaceDecider, ended)
      .when((state) => resumeOlderInterface(state, at))
      .thenEvents(back);
    given(olderInterfaceDecider, ended, back)
      .when((state) => resumeOlderInterface(state, at))
      .thenNothing();
  });
});

describe('the connections of all organizations', () => {
  const foldAll = (...events: AdsConnectionEvent[]) => {
    const connections = createAdsConnections();
    for (const [index, event] of events.entries()) {
      evolveAdsConnections(connections, event, { position: BigInt(index) });
    }
    return connections;
  };

  it('are folded from all streams, each event once', () => {
    const connections = foldAll(claimed(9, 7), candidateSeen);
    evolveAdsConnections(connections, candidateSeen, { position: 1n });
    expect(connectionOf(connections, 7).history).toHaveLength(1);
    expect(connectionOf(connections, 8).candidates).toBeNull();
    expect([...connections.organizationsByAccount]).toEqual([[9, 7]]);
    evolveAdsConnections(connections, released(9, 7), { position: 2n });
    expect(connections.organizationsByAccount.size).toBe(0);
  });

  it('keep whether the older interface has ended', () => {
    const ended: AdsConnectionEvent = {
      type: 'AdsInterfaceEnded',
      data: { version: 'v5', operation: 'GET /acls', http_status: 410, ended_at: at },
    };
    expect(foldAll(ended).olderInterface).toEqual({ endedAt: at });
    expect(
      foldAll(ended, { type: 'AdsInterfaceBack', data: { version: 'v5', back_at: at } }).olderInterface,
    ).toBeNull();
  });

  it('give a bound account the id of its organization, and leave out what may be one that waits', () => {
    const visible = (org_id: number): VisibleOrganization => ({
      org_id,
      org_name: `Account ${org_id}`,
      display_name: null,
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      payment_model: null,
      role_names: [],
    });
    const accounts = [visible(7), visible(9), visible(10), visible(11)];
    const ids = (...events: AdsConnectionEvent[]) =>
      organizationsOfAccounts(accounts, foldAll(...events)).map(({ org_id }) => org_id);
    expect(ids()).toEqual([7, 9, 10, 11]);
    expect(ids(claimed(10, 8))).toEqual([7, 9, 8, 11]);
    expect(ids(claimed(10, 8), candidateSeen)).toEqual([8, 11]);
  });
});
