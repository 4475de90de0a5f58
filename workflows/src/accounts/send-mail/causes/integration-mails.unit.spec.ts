import { createDirectory, type DomainEvent, evolveDirectory } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { integrationMails } from './integration-mails.ts';

const at = '2026-11-23T10:00:00.000Z';
const joined = (account_id: number, access: 'admin' | 'member'): DomainEvent => ({
  type: 'TeamMemberJoined',
  data: { team_id: 70, account_id, access, token_hash: null, joined_at: at },
});
const team = (demo: boolean): DomainEvent[] => [
  { type: 'TeamFounded', data: { team_id: 70, name: 'c', founded_at: at, trial_expires_at: at, demo } },
  joined(7, 'admin'),
  joined(8, 'admin'),
  joined(9, 'member'),
  {
    type: 'ApplicationCreated',
    data: {
      application_id: 3,
      account_id: 7,
      team_id: 70,
      name: 'Calm',
      url: 'id42',
      adam_id: 42,
      api_key: 'key',
      currency: 'USD',
      small_business: false,
      created_at: at,
    },
  },
];
const connection = { vendor_number: '8', key_id: 'K', issuer_id: 'I', private_key: 'v1.c' };
const storeSet: DomainEvent = { type: 'StoreConnectionSet', data: { application_id: 3, ...connection, set_at: at } };
const secretSet: DomainEvent = { type: 'StorePasswordSet', data: { application_id: 3, password: 'v1.d', set_at: at } };
const check = (outcome: 'not_checked' | 'key_refused' | 'accepted', checked_at = at): DomainEvent => ({
  type: 'StoreAccessChecked',
  data: { application_id: 3, outcome, checked_at },
});
const proven: DomainEvent = {
  type: 'SdkIntegrationProven',
  data: { application_id: 3, first_event_day: '2026-11-23', test: false, at },
};

/** Mails that the last of the events is the cause of. */
function mailsOf(events: readonly DomainEvent[], demo = false) {
  const directory = createDirectory();
  const all = [...team(demo), ...events];
  for (const [index, event] of all.entries()) evolveDirectory(directory, event, { position: BigInt(index) });
  const last = all.at(-1) as DomainEvent;
  return integrationMails({ event: last, id: 'event-id', recordedAt: new Date(at) }, directory);
}

describe('mails about integrations', () => {
  it('go to each admin when one begins to work, once', () => {
    const mails = mailsOf([proven]);
    expect(mails.map(({ to }) => to)).toEqual([{ accountId: 7 }, { accountId: 8 }]);
    expect(mails[0]).toMatchObject({
      kind: 'integration-done',
      key: 'integration-done|3|sdk|first|7',
      facts: { application: 'Calm', integration: 'The iOS SDK', path: '/client/settings#sdk-3' },
    });
  });

  it('wait for the last step of the store connection', () => {
    expect(mailsOf([storeSet])).toEqual([]);
    expect(mailsOf([storeSet, secretSet])).toHaveLength(2);
  });

  it('say why keys that could not be checked were given up, and that keys were lost after an hour', () => {
    expect(mailsOf([storeSet, check('not_checked')])).toEqual([]);
    expect(mailsOf([storeSet, check('not_checked'), check('key_refused')])[0]).toMatchObject({
      kind: 'integration-broken',
      facts: { problem: expect.stringContaining('did not accept this key') },
    });
    expect(mailsOf([storeSet, check('key_refused')])).toEqual([]);
    const lost = [check('key_refused'), check('key_refused', '2026-11-23T11:00:00.000Z')];
    expect(mailsOf([storeSet, ...lost])[0]?.key).toBe(`integration-broken|3|store|${at}|7`);
  });

  describe('whose failure has lasted', () => {
    const since = '2026-11-23T09:00:00.000Z';
    const reported = (application_id: number | null, integration: 'ads' | 'sdk'): DomainEvent => ({
      type: 'IntegrationFailureReported',
      data: {
        application_id,
        integration,
        reason: 'gone',
        since,
        reported_at: at,
        source: integration === 'ads' ? 'ads_reports' : 'attribution',
      },
    });
    const recovered = (application_id: number | null, integration: 'ads' | 'sdk'): DomainEvent => ({
      type: 'IntegrationRecovered',
      data: { application_id, integration, recovered_at: at },
    });

    it('name the event, so that each is mailed once, and say since when', () => {
      const mails = mailsOf([reported(3, 'ads')]);
      expect(mails.map(({ key }) => key)).toEqual([
        'integration-broken|3|ads|event-id|7',
        'integration-broken|3|ads|event-id|8',
      ]);
      expect(mails[0]?.facts?.problem).toContain('since November 23, 2026, 09:00 UTC');
      expect(mailsOf([recovered(3, 'ads')])[0]?.key).toBe('integration-done|3|ads|event-id|7');
    });

    it('go to every team that has the integration when it fails for all', () => {
      expect(mailsOf([reported(null, 'sdk')])).toEqual([]);
      expect(mailsOf([proven, reported(null, 'sdk')]).map(({ key }) => key)).toEqual([
        'integration-broken|3|sdk|event-id|7',
        'integration-broken|3|sdk|event-id|8',
      ]);
      expect(mailsOf([proven, recovered(null, 'sdk')])).toHaveLength(2);
    });
  });

  it('say that lost access is there again, and nothing after a single refusal', () => {
    const later = '2026-11-23T12:00:00.000Z';
    const lost = [check('key_refused'), check('key_refused', '2026-11-23T11:00:00.000Z')];
    expect(mailsOf([storeSet, ...lost, check('accepted', later)])[0]?.key).toBe('integration-done|3|store|event-id|7');
    expect(mailsOf([storeSet, check('key_refused'), check('accepted', later)])).toEqual([]);
    const org = { application_id: 3, org_id: 41 };
    const missed: DomainEvent = { type: 'AdOrganizationMissed', data: { ...org, missed_at: at } };
    const gone: DomainEvent = { type: 'AdOrganizationAccessLost', data: { ...org, lost_at: at } };
    const seen: DomainEvent = { type: 'AdOrganizationSeenAgain', data: { ...org, seen_at: later } };
    expect(mailsOf([missed, gone, seen])[0]?.key).toBe('integration-done|3|ads|event-id|7');
    expect(mailsOf([missed, seen])).toEqual([]);
  });

  it('are not for the demo', () => {
    expect(mailsOf([proven], true)).toEqual([]);
  });
});
