import { describe, expect, it } from 'vitest';
import type { DomainEvent, DomainEventOf } from '../../event-catalogue.ts';
import { eventCatalogue } from '../../event-catalogue.ts';
import { createDirectory, directoryStreamPrefixes, evolveDirectory } from './directory.ts';
import {
  applicationsOfTeam,
  findAccount,
  findAccountIdByEmailHash,
  findApplication,
  findApplicationByApiKey,
  findMembership,
  findSession,
  linkingApplicants,
  organizationsOfApplication,
  ownerOfOrganization,
  teamsToFound,
  waitingApplications,
} from './directory-lookups.ts';

const at = '2026-01-01T00:00:00.000Z';
const reserved: DomainEvent = { type: 'EmailReserved', data: { email_hash: 'mail', account_id: 7 } };
const opened: DomainEventOf<'AccountOpened'> = {
  type: 'AccountOpened',
  data: {
    account_id: 7,
    team_id: 70,
    name: 'v1.a',
    email: 'v1.b',
    email_hash: 'mail',
    password_hash: 'argon',
    demo: false,
    founded_team: { name: 'v1.c', access: 'admin', trial_expires_at: '2026-01-31T00:00:00.000Z' },
  },
};
const founded: DomainEvent = {
  type: 'TeamFounded',
  data: { team_id: 70, name: 'v1.c', founded_at: at, trial_expires_at: '2026-01-31T00:00:00.000Z', demo: false },
};
const joined = (account_id: number, access: 'admin' | 'member', token_hash: string | null): DomainEvent => ({
  type: 'TeamMemberJoined',
  data: { team_id: 70, account_id, access, token_hash, joined_at: at },
});
const removed: DomainEvent = { type: 'TeamMemberRemoved', data: { team_id: 70, account_id: 8, removed_at: at } };
const openedByInvitation: DomainEvent = {
  type: 'AccountOpened',
  data: { ...opened.data, account_id: 8, founded_team: null },
};
const session = { token_hash: 'token', account_id: 7 };
const signedIn: DomainEvent = {
  type: 'SessionOpened',
  data: { ...session, opened_at: at, expires_at: at, client: null },
};
const signedOut: DomainEvent = { type: 'SessionClosed', data: { ...session, reason: 'signed_out' } };
const created = (application_id: number, api_key: string): DomainEvent => ({
  type: 'ApplicationCreated',
  data: {
    application_id,
    account_id: 7,
    team_id: 70,
    name: 'Calm',
    url: 'id42',
    adam_id: 42,
    api_key,
    currency: 'USD',
    small_business: false,
    created_at: at,
  },
});
const named = (application_id: number, asa_account_name: string): DomainEvent => ({
  type: 'AdsAccountNameSubmitted',
  data: { application_id, asa_account_name, submitted_at: at },
});
const organization = {
  org_id: 9,
  name: 'Acme',
  account_name: 'Acme',
  currency: 'EUR',
  time_zone: 'Europe/Berlin',
  payment_model: null,
};
const linked: DomainEvent = {
  type: 'AdOrganizationLinked',
  data: { application_id: 3, ...organization, linked_at: at },
};
const claimed = (team_id: number): DomainEvent => ({
  type: 'AdOrganizationClaimed',
  data: { org_id: 9, team_id, claimed_at: at },
});

function directoryOf(...events: DomainEvent[]) {
  const directory = createDirectory();
  for (const [index, event] of events.entries()) evolveDirectory(directory, event, { position: BigInt(index * 10) });
  return directory;
}

describe('the directory', () => {
  it('finds accounts by id and by the hash of their address', () => {
    const directory = directoryOf(reserved, opened);
    expect(findAccountIdByEmailHash(directory, 'mail')).toBe(7);
    expect(findAccount(directory, 7)).toMatchObject({ status: 'open', team_id: 70 });
    expect([findAccount(directory, 8), findAccountIdByEmailHash(directory, 'other')]).toEqual([undefined, undefined]);
  });

  it('knows an address as taken before its account is opened', () => {
    const directory = directoryOf(reserved);
    expect([findAccountIdByEmailHash(directory, 'mail'), findAccount(directory, 7)]).toEqual([7, undefined]);
  });

  it('finds sessions by the hash of their token, open and closed', () => {
    expect(findSession(directoryOf(signedIn), 'token')?.status).toBe('open');
    expect(findSession(directoryOf(signedIn, signedOut), 'token')).toBeUndefined();
    expect(findSession(directoryOf(), 'token')).toBeUndefined();
  });

  it('finds applications by id, key and team, in the order they were created', () => {
    const directory = directoryOf(opened, created(3, 'k3'), created(4, 'k4'));
    expect(findApplication(directory, 3)?.api_key).toBe('k3');
    expect(findApplicationByApiKey(directory, 'k4')?.application_id).toBe(4);
    expect(applicationsOfTeam(directory, 70).map((entry) => entry.application_id)).toEqual([3, 4]);
    expect([applicationsOfTeam(directory, 7), findApplicationByApiKey(directory, 'x')]).toEqual([[], undefined]);
  });

  it('remembers the applications of a team that is closed, also one that is added afterwards', () => {
    const closed: DomainEvent = { type: 'TeamClosed', data: { team_id: 70, application_ids: [], closed_at: at } };
    const directory = directoryOf(founded, created(3, 'k3'), closed, created(4, 'k4'));
    expect([...(directory.closedApplications.get(70) ?? [])]).toEqual([3, 4]);
    expect([findApplication(directory, 3), findApplication(directory, 4)]).toEqual([undefined, undefined]);
  });

  it('knows the organizations of an application and whose they are; the first claim holds', () => {
    const directory = directoryOf(created(3, 'k3'), named(3, 'Acme'), claimed(7), linked, claimed(8));
    expect(organizationsOfApplication(directory, 3)).toEqual([organization]);
    expect([ownerOfOrganization(directory, 9), ownerOfOrganization(directory, 10)]).toEqual([7, undefined]);
    expect(organizationsOfApplication(directory, 99)).toEqual([]);
  });

  it('knows who waits for an ad organization, and every application that ever gave a name', () => {
    const directory = directoryOf(
      created(3, 'k3'),
      named(3, 'Acme'),
      linked,
      created(4, 'k4'),
      named(4, 'Other'),
      created(5, 'k5'),
    );
    expect(waitingApplications(directory).map((entry) => entry.application_id)).toEqual([4]);
    const unproven = { proven: false, found_org_ids: [], allowed_org_ids: [], refused_org_ids: [] };
    expect(linkingApplicants(directory)).toEqual([
      { ...unproven, application_id: 3, team_id: 70, submitted_names: ['Acme'], linked_org_ids: [9] },
      { ...unproven, application_id: 4, team_id: 70, submitted_names: ['Other'], linked_org_ids: [] },
    ]);
  });

  it('knows the team of an account by the account alone, and by the team’s own events as soon as there are any', () => {
    const admin = { account: { account_id: 7 }, team: { team_id: 70, founded_at: at, name: 'v1.c' }, access: 'admin' };
    const before = directoryOf(opened);
    const after = directoryOf(opened, founded, joined(7, 'admin', null));
    for (const directory of [before, after]) expect(findMembership(directory, 7)).toMatchObject(admin);
    expect(teamsToFound(before)).toMatchObject([{ account_id: 7, team_id: 70, access: 'admin', founded_at: at }]);
    expect([teamsToFound(after), after.teams]).toEqual([[], before.teams]);
  });

  it('knows members until they are removed', () => {
    const directory = directoryOf(
      opened,
      founded,
      joined(7, 'admin', null),
      joined(8, 'member', 't'),
      openedByInvitation,
    );
    expect(findMembership(directory, 8)).toMatchObject({ account: { account_id: 8 }, access: 'member' });
    evolveDirectory(directory, removed, { position: 99n });
    expect([findMembership(directory, 8), findMembership(directory, 9)]).toEqual([undefined, undefined]);
    expect(findMembership(directory, 7)?.access).toBe('admin');
  });

  it('keeps password hashes only where passwords are checked, and apart from accounts', () => {
    expect(JSON.stringify([...directoryOf(opened).accounts])).not.toContain('argon');
    expect(directoryOf(opened).passwordHashes).toBeUndefined();
    const checking = createDirectory({ passwords: true });
    evolveDirectory(checking, opened, { position: 1n });
    expect(checking.passwordHashes?.get(7)).toBe('argon');
    expect(JSON.stringify([...checking.accounts])).not.toContain('argon');
  });

  it('is the same when the log is read twice', () => {
    const events = [
      reserved,
      opened,
      founded,
      joined(7, 'admin', null),
      joined(8, 'member', 't'),
      openedByInvitation,
      removed,
      signedIn,
      signedOut,
      created(3, 'k3'),
      named(3, 'A'),
      named(3, 'B'),
      claimed(7),
      linked,
    ];
    const twice = directoryOf(...events, ...events);
    expect({ ...twice, position: 0n }).toEqual({ ...directoryOf(...events), position: 0n });
  });

  it('knows up to which position it has read, also past events of no interest', () => {
    const other: DomainEvent = { type: 'NumberTaken', data: { purpose: 'account' } };
    expect(directoryOf().position).toBe(-1n);
    expect(directoryOf(opened, other).position).toBe(10n);
  });

  it('reads all streams that accounts, teams and applications are written to', () => {
    const interesting = eventCatalogue.filter((event) => ['account', 'team', 'application'].includes(event.context));
    const missed = interesting.filter(
      (event) => !directoryStreamPrefixes.some((prefix) => event.stream.startsWith(prefix)),
    );
    // A reservation only keeps a second one out; what it is about is told by the application's own stream.
    expect(missed.map((event) => event.type)).toEqual(['TeamAppReserved']);
  });
});
