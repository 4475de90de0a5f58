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
  ...[joined(7, 'admin'), joined(8, 'admin'), joined(9, 'member')],
  {
    type: 'ApplicationCreated',
    data: {
      ...{ application_id: 3, account_id: 7, team_id: 70, name: 'Calm', url: 'id42', adam_id: 42, api_key: 'key' },
      ...{ currency: 'USD', small_business: false, created_at: at },
    },
  },
];
const connection = { vendor_number: '8', key_id: 'K', issuer_id: 'I', private_key: 'v1.c' };
const storeSet: DomainEvent = { type: 'StoreConnectionSet', data: { application_id: 3, ...connection, set_at: at } };
const secretSet: DomainEvent = { type: 'StorePasswordSet', data: { application_id: 3, password: 'v1.d', set_at: at } };
const check = (outcome: 'not_checked' | 'key_refused', checked_at = at): DomainEvent => ({
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
      ...{ kind: 'integration-done', key: 'integration-done|3|sdk|first|7' },
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
      ...{ kind: 'integration-broken', facts: { problem: expect.stringContaining('did not accept this key') } },
    });
    expect(mailsOf([storeSet, check('key_refused')])).toEqual([]);
    const lost = [check('key_refused'), check('key_refused', '2026-11-23T11:00:00.000Z')];
    expect(mailsOf([storeSet, ...lost])[0]?.key).toBe(`integration-broken|3|store|${at}|7`);
  });

  it('are not for the demo', () => {
    expect(mailsOf([proven], true)).toEqual([]);
  });
});
