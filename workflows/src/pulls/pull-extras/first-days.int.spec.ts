import { type EventLog, openEventLog } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  addApplication,
  followDirectory,
  importUsers,
  linkOrganization,
  submitName,
} from '../../../../tests/support/facts/linked-application.ts';
import { recordPulls } from '../../../../tests/support/facts/recorded-pulls.ts';
import { createFirstDaysActivities } from './first-days.ts';

let node: EventStoreUnderTest;
let log: EventLog;
const ended = new AbortController();

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
});

afterAll(async () => {
  ended.abort();
  await log.close();
  await node.stop();
});

/** What work beside the first pull of an application is answered, at seconds after it began. */
async function firstDaysOf(applicationId: number) {
  await addApplication(log, { id: applicationId, adamId: 1500000001 });
  const directory = followDirectory(log, ended.signal);
  const { areFirstDaysIn } = createFirstDaysActivities({ log, directory, pulls: true });
  const isIn = async (part: 'begun' | 'complete', waited_seconds: number) =>
    (await areFirstDaysIn({ application_id: applicationId, part, waited_seconds })).are_in;
  return {
    /** Waits until the directory has what was written. */
    knows: (position: bigint) => directory.reached(position),
    at: async (seconds: number) => ({
      begun: await isIn('begun', seconds),
      complete: await isIn('complete', seconds),
    }),
  };
}

const today = '2026-06-30';
const open = { begun: false, complete: false };
const through = { begun: true, complete: true };

describe('work that waits for the first days of an application', () => {
  it('does not wait where no ad account was named', async () => {
    const { at, knows } = await firstDaysOf(1);
    await knows(await log.lastPosition());
    expect(await at(0)).toEqual(through);
  });

  it('waits a quarter of a minute for a link, since it may bring the proof itself', async () => {
    const { at, knows } = await firstDaysOf(2);
    await knows(await submitName(log, 2, 'Acme'));
    expect(await at(14)).toEqual(open);
    expect(await at(16)).toEqual(through);
  });

  it('waits for an organization that was linked after it began: for the first part of its days, or for all', async () => {
    const { at, knows } = await firstDaysOf(3);
    await knows(await submitName(log, 3, 'Acme'));
    expect(await at(1)).toEqual(open);
    await knows(await linkOrganization(log, 3, { org_id: 31, currency: 'USD', time_zone: 'UTC' }));
    expect(await at(20)).toEqual(open);
    await recordPulls(log, { application_id: 3, org_id: 31 }, today, [0, 6]);
    expect(await at(21)).toEqual({ begun: true, complete: false });
    await recordPulls(log, { application_id: 3, org_id: 31 }, today, [7, 89]);
    expect(await at(22)).toEqual(through);
  });

  it('waits, where it waits for all days, for users of the past too, until they are complete', async () => {
    const { at, knows } = await firstDaysOf(5);
    await knows(await linkOrganization(log, 5, { org_id: 51, currency: 'USD', time_zone: 'UTC' }));
    await recordPulls(log, { application_id: 5, org_id: 51 }, today, [0, 89]);
    const reached = { first_launch_day: '2026-01-01', at: new Date().toISOString() };
    await knows(await importUsers(log, 5, { ...reached, complete: false }));
    expect(await at(20)).toEqual({ begun: true, complete: false });
    expect(await at(239)).toEqual({ begun: true, complete: false });
    expect(await at(241)).toEqual(through);
    await knows(await importUsers(log, 5, { ...reached, complete: true }));
    expect(await at(20)).toEqual(through);
  });

  it('does not wait for ever', async () => {
    const { at, knows } = await firstDaysOf(4);
    await knows(await linkOrganization(log, 4, { org_id: 41, currency: 'USD', time_zone: 'UTC' }));
    expect(await at(89)).toEqual(open);
    expect(await at(91)).toEqual(through);
  });
});
