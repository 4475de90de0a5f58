import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { accountStream, adOrganizationStream, applicationStream, teamStream, teamsToFound } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../api/src/access/sign-in/password-hasher.ts';
import { foundTeams } from '../../api/src/account/commands/team/found-teams.ts';
import { emailHashOf } from '../../api/src/account/verify-password.ts';
import { type ApiService, startApi } from '../support/services/api-service.ts';

const accountId = 1042;
const applicationId = 142;
const orgId = 40669820;
const email = 'older@example.com';
const password = 'a password of old times';
let api: ApiService;
let log: EventStoreDBClient;

/** Writes an event as programs did before versions, actors and teams were recorded. */
async function recordedThen(stream: string, type: string, data: Record<string, unknown>): Promise<bigint> {
  const { position } = await log.appendToStream(stream, jsonEvent({ type, data: data as never }));
  return position?.commit ?? 0n;
}

beforeAll(async () => {
  api = await startApi();
  log = EventStoreDBClient.connectionString(api.addresses.EVENTSTORE_URL);
  const { vault } = api.deps;
  const email_hash = emailHashOf(api.deps, email);
  await recordedThen(`emailReservation-${email_hash}`, 'EmailReserved', { email_hash, account_id: accountId });
  await recordedThen(accountStream(accountId), 'AccountOpened', {
    account_id: accountId,
    team_id: accountId,
    email_hash,
    access: 'admin',
    demo: false,
    name: await vault.encrypt(`account-${accountId}`, 'Olga'),
    email: await vault.encrypt(`account-${accountId}`, email),
    organization_name: await vault.encrypt(`team-${accountId}`, 'Older Apps'),
    password_hash: await (await createPasswordHasher()).hash(password),
    trial_expires_at: '2026-12-22T19:41:41.168Z',
  });
  const claimed_at = '2026-11-22T19:41:43.745Z';
  const claim = { org_id: orgId, account_id: accountId, claimed_at };
  await recordedThen(adOrganizationStream(orgId), 'AdOrganizationClaimed', claim);
  const last = await recordedThen(applicationStream(applicationId), 'ApplicationCreated', {
    application_id: applicationId,
    account_id: accountId,
    team_id: accountId,
    name: 'Older app',
    url: 'id7',
    adam_id: 7,
    api_key: 'older',
    currency: 'EUR',
    small_business: false,
    created_at: claimed_at,
  });
  await api.deps.directory.reached(last);
});
afterAll(async () => {
  await log.dispose();
  await api.stop();
});

const signIn = () => api.call('POST', '/api/session', { body: { email, password } });
const whole = {
  account: {
    user_id: accountId,
    team_id: accountId,
    name: 'Olga',
    email,
    organizationName: 'Older Apps',
    access: 'admin',
    trialExpirationDate: '2026-12-22T19:41:41.168Z',
  },
  applications: [{ id: applicationId, name: 'Older app', api_key: 'older' }],
};

describe('an account from before teams had streams', () => {
  it('has its team, its applications and its ad organizations at once', async () => {
    expect(await signIn()).toMatchObject({ status: 200, body: whole });
    expect(api.deps.directory.state.ownersByOrganization.get(orgId)).toBe(accountId);
    expect(await api.log.readStream(teamStream(accountId))).toEqual([]);
  });

  it('gets its team’s stream once, however often that is tried, and stays as it was', async () => {
    expect(teamsToFound(api.deps.directory.state).map(({ team_id }) => team_id)).toEqual([accountId]);
    await Promise.all([foundTeams(api.deps), foundTeams(api.deps)]);
    expect(await foundTeams(api.deps)).toBe(0);
    const events = (await api.log.readStream(teamStream(accountId))).map(({ event }) => event);
    expect(events).toMatchObject([
      { type: 'TeamFounded', data: { team_id: accountId, founded_at: '2026-11-22T19:41:41.168Z', demo: false } },
      { type: 'TeamMemberJoined', data: { account_id: accountId, access: 'admin', token_hash: null } },
    ]);
    expect(await signIn()).toMatchObject({ status: 200, body: whole });
  });
});
