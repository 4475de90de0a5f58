import { handleCommand, keepRequest, requestMail } from '@tapwise/adapters';
import {
  accountStream,
  applicationDecider,
  applicationStream,
  createApplication,
  storeRequestStream,
  teamStream,
} from '@tapwise/domain';
import { asTest } from '../../../support/facts/settings.ts';
import { encoded, readableVault } from '../engines/readable-vault.ts';
import type { World } from '../world.ts';
import type { Requests } from './requests.ts';
import { foundTeam, recordFirst, recordOnce, since, teamId, untilDone } from './team.ts';

export const accountId = 11;
const firstApplication = 801;
const nearApplication = 901;
const mostApplications = 4;
const nearMs = 800;
const nearApplications = 3;

/** A team of one person, who has the account erased with it while applications are added and mails are sent. */
export function beginErasure(world: World, requests: Requests, withinMs: number): void {
  const { random } = world;
  const founded = requests.now(foundWithMember(world));
  const scheduledMs = random.next() * withinMs;
  const afterMs = random.next() * withinMs;
  requests.after(scheduledMs, () => founded.then(() => scheduleErasure(world, afterMs)));
  // About when the team is closed.
  for (let index = 1; index <= nearApplications; index += 1) {
    const nearlyMs = Math.max(0, scheduledMs + afterMs + (random.next() * 2 - 1) * nearMs);
    requests.after(nearlyMs, () => founded.then(() => addApplication(world, nearApplication + index)));
  }
  for (let count = random.upTo(mostApplications); count > 0; count -= 1)
    requests.sometime(() => founded.then(() => addApplication(world, firstApplication + count)), 2 * withinMs);
  for (let count = random.upTo(4); count > 0; count -= 1)
    requests.sometime(() => founded.then(() => mailMember(world, `erasure ${count}`)), 2 * withinMs);
}

async function foundWithMember(world: World): Promise<void> {
  const subject = `account-${accountId}`;
  const opened = {
    account_id: accountId,
    team_id: teamId,
    name: encoded('Ada', subject),
    email: encoded('ada@example.com', subject),
    email_hash: 'hash',
    password_hash: null,
    demo: false,
    founded_team: null,
  };
  const joined = {
    team_id: teamId,
    account_id: accountId,
    access: 'admin' as const,
    token_hash: null,
    joined_at: since,
  };
  await untilDone(world, () => foundTeam(world));
  await untilDone(world, () => recordFirst(world, accountStream(accountId), [{ type: 'AccountOpened', data: opened }]));
  await untilDone(world, () => recordOnce(world, teamStream(teamId), { type: 'TeamMemberJoined', data: joined }));
}

async function scheduleErasure(world: World, afterMs: number): Promise<void> {
  const now = world.time.now();
  const data = {
    account_id: accountId,
    request_id: crypto.randomUUID(),
    token_hash: 'hash',
    expires_at: new Date(now + afterMs).toISOString(),
    closes_team: true,
    requested_at: new Date(now).toISOString(),
  };
  await untilDone(world, () => recordOnce(world, accountStream(accountId), { type: 'AccountDeletionScheduled', data }));
}

const isClosed = ({ log }: World): boolean => log.events.some(({ type }) => type === 'TeamClosed');

/** The person adds an application, about which the store then sends something; none of it once the team is closed. */
async function addApplication(world: World, application_id: number): Promise<void> {
  const at = new Date(world.time.now()).toISOString();
  const created = {
    application_id,
    account_id: accountId,
    team_id: teamId,
    name: 'App',
    url: `https://apps.apple.com/app/id${1_700_000_000 + application_id}`,
    api_key: `key-${application_id}`,
    created_at: at,
  };
  await untilDone(world, async () => {
    if (isClosed(world)) return;
    await handleCommand(world.openLog(), {
      stream: applicationStream(application_id),
      decider: applicationDecider,
      cause: `created ${application_id}`,
      context: asTest,
      decide: (state) => createApplication(state, created),
    });
  });
  const notification_id = `notification-${application_id}`;
  const bytes = Buffer.from(notification_id);
  const request = { application_id, notification_id, received_at: at, bytes, headers: {} };
  const data = await keepRequest(readableVault, request);
  await untilDone(world, async () => {
    if (isClosed(world)) return;
    const stream = storeRequestStream(application_id, notification_id);
    await recordFirst(world, stream, [{ type: 'StoreRequestReceived', data }]);
  });
}

async function mailMember(world: World, key: string): Promise<void> {
  const requestedAt = new Date(world.time.now()).toISOString();
  const mail = { kind: 'email-changed' as const, key, to: { accountId }, facts: {}, requestedAt };
  await untilDone(world, () => requestMail(world.openLog(), asTest, mail));
}
