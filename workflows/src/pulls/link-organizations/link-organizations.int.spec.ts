import {
  createFailureRecorder,
  createLogger,
  createSearchAdsClient,
  type EventLog,
  type FoldFollower,
  followAdsConnections,
  openEventLog,
  type SearchAdsClient,
} from '@tapwise/adapters';
import { adOrganizationStream, applicationStream, type Directory } from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  addApplication,
  followDirectory,
  proveRunning,
  submitName,
} from '../../../../tests/support/facts/linked-application.ts';
import { eventually } from '../../../../tests/support/product/product.ts';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../../tests/support/stand-ins/stand-in-ads-service.ts';
import { workflowActor } from '../../streams/actor.ts';
import { runProcess } from '../../testing/run-process.ts';
import { createLinkOrganizationsActivities } from './link-organizations.activities.ts';
import { linkOrganizationsProcess } from './link-organizations.contract.ts';
import { linkOrganizations } from './link-organizations.ts';

const acl = (orgId: number, orgName: string, displayName = orgName) => ({
  orgId,
  orgName,
  displayName,
  currency: 'EUR',
  paymentModel: 'PAYG',
  timeZone: 'Europe/Berlin',
});

const campaign = (id: number, name: string, deleted = false) => ({
  id,
  name,
  deleted,
  adamId: 1,
  orgId: 1,
  status: 'ENABLED',
  displayStatus: deleted ? 'DELETED' : 'RUNNING',
  countriesOrRegions: ['US'],
  supplySources: ['APPSTORE_SEARCH_RESULTS'],
  modificationTime: null,
  budgetAmount: null,
  dailyBudgetAmount: null,
});

let node: EventStoreUnderTest;
let log: EventLog;
let directory: FoldFollower<Directory>;
let service: StandInAdsService;
let searchAds: SearchAdsClient;
const stopping = new AbortController();
let last = 0;

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  directory = followDirectory(log, stopping.signal);
});

afterAll(async () => {
  stopping.abort();
  await log.close();
  await node.stop();
});

beforeEach(async () => {
  service = await startStandInAdsService();
  searchAds = createSearchAdsClient({ ...service, firstRetryMs: 1 });
});

afterEach(async () => {
  await searchAds.close();
  await service.stop();
});

/** An application of a team of its own, or of the one given; its team has proved that it runs the app unless `proven` says no. */
async function applicationAwaiting(name: string, accountId?: number, proven = true): Promise<number> {
  last += 1;
  const id = last;
  await addApplication(log, { id, accountId: accountId ?? id, adamId: 1500000000 + id });
  if (proven) await proveRunning(log, id);
  await directory.reached(await submitName(log, id, name));
  return id;
}

const link = () => linkOrganizations({ log, directory, searchAds }, stopping.signal);
const linkedTo = (id: number) =>
  directory.state.applications.get(id)?.organizations.map((organization) => organization.org_id);

describe('linking', () => {
  it('asks no service while no team waits or has an organization', async () => {
    expect(await link()).toBe(0);
    expect(service.calls).toEqual([]);
  });

  it('links every organization of the name, whatever its case, and records its properties', async () => {
    service.world.acls = [acl(1, 'Moon', 'Sun'), acl(2, 'moon '), acl(3, 'Mars')];
    const id = await applicationAwaiting(' MOON');
    expect(await link()).toBe(2);
    expect(directory.state.applications.get(id)?.organizations).toMatchObject([
      { org_id: 1, name: 'Moon', currency: 'EUR', time_zone: 'Europe/Berlin', payment_model: 'PAYG' },
      { org_id: 2 },
    ]);
  });

  it('records what the ad service lets us do in linked organizations, and again when that is something else', async () => {
    const read = { ...acl(1, 'Moon'), roleNames: ['API Account Read Only'] };
    const rolesOf = async (acls: object[]) => {
      service.world.acls = acls as typeof service.world.acls;
      expect(await link()).toBe(0);
      const [application] = directory.state.applications.values();
      return application?.organization_roles;
    };
    expect(await rolesOf([acl(1, 'Moon')])).toEqual({});
    expect(await rolesOf([read, acl(3, 'Mars')])).toEqual({ 1: ['API Account Read Only'] });
    expect(await rolesOf([read])).toEqual({ 1: ['API Account Read Only'] });
    expect(await rolesOf([{ ...read, roleNames: ['API Account Manager'] }])).toEqual({ 1: ['API Account Manager'] });
    const seen = (await log.readStream(applicationStream(last))).filter(
      ({ event }) => event.type === 'AdOrganizationRolesSeen',
    );
    expect(seen).toHaveLength(2);
  });

  it('gives an organization that two accounts wait for to neither', async () => {
    service.world.acls = [acl(10, 'Twins')];
    const first = await applicationAwaiting('Twins');
    const other = await applicationAwaiting('Twins');
    expect(await link()).toBe(0);
    expect([linkedTo(first), linkedTo(other)]).toEqual([[], []]);
  });

  it('never gives an organization to a second account', async () => {
    service.world.acls = [acl(20, 'First')];
    const first = await applicationAwaiting('First');
    await link();
    const second = await applicationAwaiting('First');
    expect(await link()).toBe(0);
    expect([linkedTo(first), linkedTo(second)]).toEqual([[20], []]);
  });

  it('links a further application of the owner although another team waits', async () => {
    service.world.acls = [acl(30, 'Owner')];
    const owner = await applicationAwaiting('Owner');
    await link();
    const stranger = await applicationAwaiting('Owner');
    const further = await applicationAwaiting('Owner', owner);
    await link();
    expect([linkedTo(further), linkedTo(stranger)]).toEqual([[30], []]);
  });

  it('claims an organization once however many processes link at the same time', async () => {
    service.world.acls = [acl(40, 'Race')];
    const id = await applicationAwaiting('Race');
    await Promise.all([link(), link(), link()]);
    expect(await log.readStream(adOrganizationStream(40))).toHaveLength(1);
    expect(linkedTo(id)).toEqual([40]);
  });

  it('links nothing by a name alone, until a campaign of the organization carries the code', async () => {
    service.world.acls = [acl(60, 'Coded')];
    const stranger = await applicationAwaiting('Coded', undefined, false);
    const publisher = await applicationAwaiting('Coded', undefined, false);
    expect(await link()).toBe(0);
    expect(directory.state.applications.get(publisher)).toMatchObject({
      ownership_proof: null,
      found_organizations: [{ org_id: 60, name: 'Coded' }],
    });
    service.world.campaigns = [campaign(601, 'Brand US'), campaign(602, `Old TAPWISE-KEY-${publisher} one`, true)];
    expect(await link()).toBe(1);
    expect([linkedTo(publisher), linkedTo(stranger)]).toEqual([[60], []]);
    expect(directory.state.applications.get(publisher)?.ownership_proof).toBe('campaign_code');
  });

  it('links at once what was found, when a proof comes from elsewhere', async () => {
    service.world.acls = [acl(70, 'Proof')];
    const id = await applicationAwaiting('Proof', undefined, false);
    expect(await link()).toBe(0);
    await directory.reached(await proveRunning(log, id));
    expect(await link()).toBe(1);
  });

  it('goes on after the ad service was away, as soon as a name is submitted', async () => {
    const ending = new AbortController();
    const logger = createLogger('test', 'silent');
    service.world.acls = [acl(50, 'Later')];
    service.faults.push({ status: 403 });
    const id = await applicationAwaiting('Later');
    const failures = createFailureRecorder({ log, directory, logger, context: workflowActor('test') });
    const connections = followAdsConnections(log, { signal: ending.signal });
    const sources = { log, directory, connections, searchAds, failures, logger, pauseSeconds: 3600 };
    const activities = createLinkOrganizationsActivities(sources);
    const process = runProcess(linkOrganizationsProcess, {}, { activities, logger, signal: ending.signal });
    await eventually(
      async () => service.faults.length,
      (left) => left === 0,
    );
    process.wake();
    await eventually(
      async () => linkedTo(id),
      (linked) => linked?.[0] === 50,
    );
    ending.abort();
    await process.ended();
  });
});
