import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EventLog,
  handleCommand,
  openEventLog,
  openFileFolder,
  openKeyVault,
  type SearchAdsClient,
} from '@tapwise/adapters';
import {
  type ChangeState,
  campaignStream,
  changeDecider,
  changeStream,
  type DomainEvent,
  isRowEvent,
  outcomeOf,
  type RowEvent,
  requestChange,
  type SettingValue,
} from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from '../../../../tests/contract/apple/simulator-process.ts';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import { onePassOf } from '../../testing/one-pass.ts';
import { createApplyChangeActivities } from './apply-change.activities.ts';
import { applyChangeProcess } from './apply-change.contract.ts';
import { applyChange as story } from './apply-change.story.ts';

const scope = { orgId: 40669820, currency: 'USD', priority: 'person' } as const;
const anything = { initialState: () => undefined, evolve: () => undefined };
const folder = mkdtempSync(join(tmpdir(), 'tapwise-record-'));
const vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));

let node: EventStoreUnderTest;
let log: EventLog;
let simulator: SimulatorProcess;
let client: SearchAdsClient;
/** More than a change has readings. */
const mostPasses = 40;
/** Campaigns with a daily budget, one for each spec. */
let campaigns: { id: number; cap: number }[];
let requests = 0;

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  simulator = await startSimulator();
  client = simulator.searchAds({ api: 'v1' });
  const { items } = await client.findCampaigns(scope, 1500000001);
  campaigns = items.flatMap(({ campaign_id: id, daily_budget_micros: cap, deleted }) =>
    deleted || cap === null ? [] : [{ id, cap }],
  );
  const observed_at = new Date().toISOString();
  for (const campaign of items) {
    const { campaign_id } = campaign;
    const data = { org_id: scope.orgId, campaign_id, observed_at, campaign };
    const events: DomainEvent[] = [{ type: 'CampaignObserved', data }];
    const stream = campaignStream(campaign_id);
    await handleCommand(log, { stream, decider: anything, decide: () => events, cause: 'seen', context: asTest });
  }
});
afterEach(() => simulator.faults({ write_faults: [] }));
afterAll(async () => {
  await simulator.stop();
  await log.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

function nextCampaign(): { id: number; cap: number } {
  const campaign = campaigns.pop();
  if (campaign === undefined) throw new Error('No campaign is left');
  return campaign;
}

/** Asks for another daily budget. @returns the id of the change. */
async function requested(id: number, base: number, set: SettingValue): Promise<string> {
  requests += 1;
  const change_id = `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`;
  const request = {
    change_id,
    application_id: 1,
    org_id: scope.orgId,
    currency: 'USD',
    comment: null,
    undoes: null,
    actor: { kind: 'person' as const, account_id: 1, source: null },
    requested_at: new Date().toISOString(),
    guardrails_confirmed: false,
    campaigns: [{ campaign_id: id, revision: 0 }],
    rows: [{ key: String(id), field: 'daily_cap' as const, base, new: set }],
  };
  const decide = (state: ChangeState) => requestChange(state, request);
  const stream = changeStream(change_id);
  await handleCommand(log, { stream, decider: changeDecider, cause: change_id, context: asTest, decide });
  return change_id;
}

/** Carries a change out, moving the clock on instead of waiting; `afterFirst` happens after the first pass. */
async function carriedOut(change_id: string, afterFirst: () => Promise<unknown> = async () => {}): Promise<void> {
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const { signal } = new AbortController();
  const activities = createApplyChangeActivities({ log, searchAds: client, vault, stopping: signal, now });
  const applyChange = onePassOf({ contract: applyChangeProcess, story, activities, now });
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const step = await applyChange({ change_id });
    if (step.done) return;
    if (pass === 0) await afterFirst();
    skipped += Math.ceil(step.again_seconds * 1000);
  }
  throw new Error('The change does not end');
}

async function outcomeAt(id: number): Promise<RowEvent> {
  const last = (await log.readStream(campaignStream(id))).map(({ event }) => event).findLast(isRowEvent);
  if (last === undefined) throw new Error('The row has no outcome');
  return last;
}

interface Write {
  readonly method: string;
  readonly path: string;
}
const writesOf = async (id: number): Promise<number> => {
  const response = await fetch(`${simulator.url}/control/writes?after=0`);
  const { writes } = (await response.json()) as { writes: readonly Write[] };
  return writes.filter(({ method, path }) => method === 'PUT' && path === `/campaigns/${id}`).length;
};
const units = (micros: number): number => micros / 1e6;
const lost = (effect: boolean, times = 1) =>
  simulator.faults({ write_faults: [{ method: 'PUT', path: '/campaigns/', answer: 'lost', effect, times }] });
const someoneSets = (campaign: number, daily_budget: number) =>
  simulator.cause({ cause: 'setting', campaign, daily_budget, by: 'person' });

describe('a call whose answer was lost', () => {
  it('is confirmed by its object alone', async () => {
    const { id, cap } = nextCampaign();
    await lost(true);
    await carriedOut(await requested(id, cap, 91e6));
    expect([outcomeOf(await outcomeAt(id)), await writesOf(id)]).toEqual(['changed', 1]);
  });

  it('and whose value someone put back is not sent over that', async () => {
    const { id, cap } = nextCampaign();
    await lost(true);
    await carriedOut(await requested(id, cap, 91e6), () => someoneSets(id, units(cap)));
    const ended = await outcomeAt(id);
    expect([outcomeOf(ended), await writesOf(id)]).toEqual(['conflict', 1]);
    expect(ended.data).toMatchObject({
      set_by: null,
      set_outside: { kind: 'person' },
      set_at: expect.any(String),
      note: 'This was set, and then changed again by someone else',
    });
    const { set_outside } = ended.data as { set_outside: { user: string } };
    expect(await vault.decrypt(set_outside.user)).toMatch(/^41000\d\d$/);
  });

  it('and whose value someone replaced says by whom', async () => {
    const { id, cap } = nextCampaign();
    await lost(true);
    await carriedOut(await requested(id, cap, 91e6), () => someoneSets(id, 93));
    const ended = await outcomeAt(id);
    expect([outcomeOf(ended), await writesOf(id)]).toEqual(['conflict', 1]);
    expect(ended.data).toMatchObject({ live: 93e6, set_outside: { kind: 'person' } });
    expect(ended.data.note).not.toBeNull();
  });

  it('and had no effect is sent again', async () => {
    const { id, cap } = nextCampaign();
    await lost(false);
    await carriedOut(await requested(id, cap, 91e6));
    expect([outcomeOf(await outcomeAt(id)), await writesOf(id)]).toEqual(['changed', 2]);
  });
});

it('a value that someone set before a call leaves the row to them, and says who it was', async () => {
  const { id, cap } = nextCampaign();
  await someoneSets(id, 95);
  await carriedOut(await requested(id, cap, 91e6));
  const ended = await outcomeAt(id);
  expect([outcomeOf(ended), await writesOf(id)]).toEqual(['conflict', 0]);
  expect(ended.data).toMatchObject({ live: 95e6, note: null, set_outside: { kind: 'person' } });
});
