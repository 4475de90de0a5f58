import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import {
  acceptCredentials,
  bindAdAccount,
  makeAdsKey,
  readCredentialNames,
  refuseCredentials,
  seeCandidates,
  setCredentials,
} from './ads-connection.decider.ts';
import type { AccountProof, AdsConnectionEvent } from './ads-connection.events.ts';
import { adsConnectionDecider } from './ads-connection.state.ts';

const at = '2026-12-01T10:00:00.000Z';
const later = '2026-12-02T10:00:00.000Z';
const orgId = 7;

const bound = (ad_account_id: number, proven_by: AccountProof = 'campaigns'): AdsConnectionEvent => ({
  type: 'AdAccountBound',
  data: { org_id: orgId, ad_account_id, v1_org_id: 70, proven_by, bound_at: at },
});
const keyMade = (name = 'first'): AdsConnectionEvent => ({
  type: 'AdsKeyMade',
  data: { org_id: orgId, public_key: `public ${name}`, private_key: `v1.team-1.${name}`, made_at: at },
});
const credentialsSet: AdsConnectionEvent = {
  type: 'AdsCredentialsSet',
  data: {
    org_id: orgId,
    client_id: 'client',
    apple_team_id: 'team',
    key_id: 'key',
    private_key: 'v1.team-1.first',
    set_at: at,
  },
};
const refused = (credentials: 'own' | 'shared'): AdsConnectionEvent => ({
  type: 'AdsCredentialsRefused',
  data: { org_id: orgId, credentials, refused_at: at },
});
const candidatesSeen = (...ids: number[]): AdsConnectionEvent => ({
  type: 'AdAccountCandidatesSeen',
  data: {
    org_id: orgId,
    candidates: ids.map((ad_account_id) => ({ ad_account_id, name: `Account ${ad_account_id}` })),
    seen_at: at,
  },
});
const organizationUser = { clientId: 'client', keyId: 'key' };

describe('the ad account of an organization', () => {
  const bind = { orgId, adAccountId: 9, v1OrgId: 70, provenBy: 'campaigns', boundAt: at } as const;

  it('is bound once', () => {
    given(adsConnectionDecider)
      .when((state) => bindAdAccount(state, bind))
      .thenEvents(bound(9));
    given(adsConnectionDecider, bound(9))
      .when((state) => bindAdAccount(state, { ...bind, boundAt: later, provenBy: 'person' }))
      .thenNothing();
  });

  it('is replaced by people only', () => {
    given(adsConnectionDecider, bound(8))
      .when((state) => bindAdAccount(state, bind))
      .thenRefused('conflict');
    for (const provenBy of ['person', 'operator'] as const) {
      given(adsConnectionDecider, bound(8))
        .when((state) => bindAdAccount(state, { ...bind, provenBy }))
        .thenEvents(bound(9, provenBy));
    }
  });

  it('has candidates, recorded when they are others than before and until one is bound', () => {
    const candidates = [
      { adAccountId: 9, name: 'Account 9' },
      { adAccountId: 8, name: 'Account 8' },
    ];
    const see = { orgId, candidates, seenAt: at };
    given(adsConnectionDecider)
      .when((state) => seeCandidates(state, see))
      .thenEvents(candidatesSeen(8, 9));
    given(adsConnectionDecider, candidatesSeen(8, 9))
      .when((state) => seeCandidates(state, { ...see, seenAt: later }))
      .thenNothing();
    given(adsConnectionDecider, candidatesSeen(8))
      .when((state) => seeCandidates(state, see))
      .thenEvents(candidatesSeen(8, 9));
    given(adsConnectionDecider, bound(9))
      .when((state) => seeCandidates(state, see))
      .thenNothing();
  });

  it('may have none, which is recorded too', () => {
    given(adsConnectionDecider)
      .when((state) => seeCandidates(state, { orgId, candidates: [], seenAt: at }))
      .thenEvents(candidatesSeen());
    given(adsConnectionDecider, candidatesSeen())
      .when((state) => seeCandidates(state, { orgId, candidates: [], seenAt: later }))
      .thenNothing();
  });
});

describe("an organization's own key", () => {
  const make = { orgId, publicKey: 'public second', privateKey: 'v1.team-1.second', replaces: false, madeAt: at };

  it('is the same one until another is wanted', () => {
    given(adsConnectionDecider)
      .when((state) => makeAdsKey(state, make))
      .thenEvents(keyMade('second'));
    given(adsConnectionDecider, keyMade())
      .when((state) => makeAdsKey(state, make))
      .thenNothing();
    given(adsConnectionDecider, keyMade())
      .when((state) => makeAdsKey(state, { ...make, replaces: true }))
      .thenEvents(keyMade('second'));
  });

  it('leaves the former credentials in use until new ones are accepted', () => {
    const { credentials, key } = given(adsConnectionDecider, keyMade(), credentialsSet, keyMade('second')).state();
    expect(credentials?.privateKey).toBe('v1.team-1.first');
    expect(key?.publicKey).toBe('public second');
  });
});

describe("an organization's own credentials", () => {
  const set = {
    orgId,
    clientId: 'client',
    teamId: 'team',
    keyId: 'key',
    privateKey: 'v1.team-1.first',
    setAt: at,
  };

  it('need a key that was made before, and the one they were tried with', () => {
    given(adsConnectionDecider)
      .when((state) => setCredentials(state, set))
      .thenRefused('wrong_state');
    given(adsConnectionDecider, keyMade(), keyMade('second'))
      .when((state) => setCredentials(state, set))
      .thenRefused('conflict');
    given(adsConnectionDecider, keyMade())
      .when((state) => setCredentials(state, set))
      .thenEvents(credentialsSet);
  });

  it('are recorded again only after they were refused', () => {
    given(adsConnectionDecider, keyMade(), credentialsSet)
      .when((state) => setCredentials(state, { ...set, setAt: later }))
      .thenNothing();
    given(adsConnectionDecider, keyMade(), credentialsSet, refused('own'))
      .when((state) => setCredentials(state, set))
      .thenEvents(credentialsSet);
    expect(given(adsConnectionDecider, keyMade(), refused('shared'), credentialsSet).state().refusedAt).toBeNull();
  });

  it('are refused once, and only while they are the ones that are used', () => {
    const refuse = { orgId, refusedAt: at };
    given(adsConnectionDecider, keyMade(), credentialsSet)
      .when((state) => refuseCredentials(state, { ...refuse, used: organizationUser }))
      .thenEvents(refused('own'));
    given(adsConnectionDecider, keyMade(), credentialsSet, refused('own'))
      .when((state) => refuseCredentials(state, { ...refuse, used: organizationUser }))
      .thenNothing();
    for (const used of [
      'shared',
      { ...organizationUser, keyId: 'former' },
      { ...organizationUser, clientId: 'former' },
    ] as const) {
      given(adsConnectionDecider, keyMade(), credentialsSet)
        .when((state) => refuseCredentials(state, { ...refuse, used }))
        .thenNothing();
    }
    given(adsConnectionDecider)
      .when((state) => refuseCredentials(state, { ...refuse, used: 'shared' }))
      .thenEvents(refused('shared'));
  });

  it('are accepted again after a refusal', () => {
    const accepted: AdsConnectionEvent = {
      type: 'AdsCredentialsAccepted',
      data: { org_id: orgId, credentials: 'own', accepted_at: at },
    };
    const accept = { orgId, used: organizationUser, acceptedAt: at };
    given(adsConnectionDecider, keyMade(), credentialsSet, refused('own'))
      .when((state) => acceptCredentials(state, accept))
      .thenEvents(accepted);
    given(adsConnectionDecider, keyMade(), credentialsSet)
      .when((state) => acceptCredentials(state, accept))
      .thenNothing();
    given(adsConnectionDecider, keyMade(), credentialsSet, refused('own'))
      .when((state) => acceptCredentials(state, { ...accept, used: 'shared' }))
      .thenNothing();
  });

  it('are read without the blanks around them, and refused by name', () => {
    const typed = { client_id: ' SEARCHADS.27478e71 ', team_id: 'SEARCHADS.27478e71', key_id: 'bacaebda-e219\n' };
    expect(readCredentialNames(typed)).toEqual({
      clientId: 'SEARCHADS.27478e71',
      teamId: 'SEARCHADS.27478e71',
      keyId: 'bacaebda-e219',
    });
    for (const key_id of ['', 'two words', 'a'.repeat(101)]) {
      expect(() => readCredentialNames({ ...typed, key_id })).toThrow(
        expect.objectContaining({ code: 'invalid_request', details: { field: 'key_id' } }),
      );
    }
  });
});

describe('the history of a connection', () => {
  const past = [candidatesSeen(8, 9), keyMade(), credentialsSet, bound(9), refused('own')] as const;

  it('has a line for each step, the oldest first', () => {
    expect(given(adsConnectionDecider, ...past).state().history).toEqual([
      { at, text: 'Which Apple Ads account is this?' },
      { at, text: 'A key was made.' },
      { at, text: 'Apple accepted the key of this account.' },
      { at, text: 'Connected to account 9: your campaigns were found in it.' },
      { at, text: 'Apple refused the key of this account.' },
    ]);
  });

  it('names no secret', () => {
    expect(JSON.stringify(given(adsConnectionDecider, ...past).state().history)).not.toMatch(/v1\.|public|client/);
  });

  it('keeps the newest fifty lines', () => {
    const many = Array.from({ length: 60 }, (_, index) => candidatesSeen(index + 1, 100));
    expect(given(adsConnectionDecider, ...many).state().history).toHaveLength(50);
  });
});
