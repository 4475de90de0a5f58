import { type EventLog, handleCommand, openEventLog } from '@tapwise/adapters';
import {
  type AutomationRunEvent,
  automationRunStream,
  createAutomations,
  type Decision,
  type DomainEvent,
  evolveAutomations,
  runsOfRule,
  statelessDecider,
} from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import { logPageSize, readLogPage } from './log-page.ts';

let node: Awaited<ReturnType<typeof startEventStore>>;
let log: EventLog;
const all = createAutomations();
const organizations = [
  { org_id: 40, name: 'North', currency: 'USD' },
  { org_id: 41, name: 'South', currency: 'EUR' },
];
const at = (minute: number) => new Date(Date.parse('2026-03-27T08:00:00.000Z') + minute * 60_000).toISOString();
/** Runs by name: their stream, and how many of their events were read since. */
const read = new Map<string, number>();

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
});
afterAll(async () => {
  await log.close();
  await node.stop();
});

const perEvent = 50;

/** Records a run that checks keywords and raises all of them. */
async function ran(
  [org_id, slot]: [orgId: number, slot: string],
  [began, ended]: [number, number],
  keywords: number,
): Promise<void> {
  const identity = { automation_id: 5, org_id, slot };
  const stream = automationRunStream(identity);
  const runFields = { ...identity, application_id: 3, run_id: crypto.randomUUID() };
  const decisions = Array.from({ length: keywords }, (_, index): Decision => {
    const keyword = `word ${index}`;
    const inputs = { impressions: 1, taps: 0, installs: 0, spend: 0, impression_share: null };
    return {
      decision_id: crypto.randomUUID(),
      key: `7:71:${index + 1}`,
      keyword,
      campaign_name: 'US',
      verdict: 'raised',
      reason: null,
      cap: null,
      base: null,
      old: 800_000,
      computed: 900_000,
      new: 900_000,
      limited_by: null,
      inputs,
      caps: [],
      message: null,
      begins: false,
    };
  });
  const parts = Array.from({ length: Math.ceil(keywords / perEvent) }, (_, part) =>
    decisions.slice(part * perEvent, (part + 1) * perEvent),
  );
  const start = { slot_at: at(began), version: 1, mode: 'live' as const, currency: 'USD', as_of: at(began) };
  const counts = { checked: keywords, raised: keywords, at_cap: 0, skipped: 0, failed: 0 };
  const events: AutomationRunEvent[] = [
    {
      type: 'AutomationRunStarted',
      data: { ...runFields, ...start, position: '0', pulled_at: null, campaigns: [], units: keywords, asked_by: null },
    },
    ...parts.map((part) => ({
      type: 'BidRaisesDecided' as const,
      data: { ...runFields, decisions: part, decided_at: at(began) },
    })),
    ...parts.map((part) => ({
      type: 'BidRaisesSettled' as const,
      data: {
        ...runFields,
        currency: 'USD',
        settled_at: at(ended),
        settled: part.map((decision) => ({ ...decision, outcome: 'changed' as const })),
      },
    })),
    {
      type: 'AutomationRunEnded',
      data: { ...runFields, state: 'done', change_ids: [], counts, message: null, ended_at: at(ended) },
    },
  ];
  const { position } = await handleCommand<null, DomainEvent>(log, {
    stream,
    decider: statelessDecider,
    context: asTest,
    cause: crypto.randomUUID(),
    decide: () => events,
  });
  for (const event of events) evolveAutomations(all, event, position);
}

const page = async (before = '9999') => {
  read.clear();
  const counting: Pick<EventLog, 'readStream'> = {
    readStream: async (stream, options) => {
      const events = await log.readStream(stream, options);
      read.set(stream, (read.get(stream) ?? 0) + events.length);
      return events;
    },
  };
  return readLogPage({ log: counting, runs: runsOfRule(all, 5).toReversed(), organizations }, before);
};
const readOf = (org_id: number, slot: string) => read.get(automationRunStream({ automation_id: 5, org_id, slot })) ?? 0;

describe('a page of the log of a rule', () => {
  it('has the newest rows, of several organizations in the order of time, and the next one goes on', async () => {
    await ran([40, '2026-03-27T09'], [0, 1], 3);
    // Began first and ended last.
    await ran([40, '2026-03-27T12'], [10, 90], 120);
    await ran([41, '2026-03-27T12'], [20, 30], 150);
    const first = await page();
    const rowSummaries = (rows: typeof first) => [
      ...new Set(rows.map(({ date, asaOrganizationName }) => [date, asaOrganizationName].join(' '))),
    ];
    expect(rowSummaries(first)).toEqual([`${at(90)} North`, `${at(30)} South`]);
    expect(first).toHaveLength(121 + 151);
    const next = await page(first.at(-1)?.date);
    expect(rowSummaries(next)).toEqual([`${at(1)} North`]);
    expect(next).toHaveLength(4);
    expect(await page(next.at(-1)?.date)).toEqual([]);
  });

  it('reads runs from their ends and no further than it goes', async () => {
    await ran([40, '2026-03-27T15'], [200, 205], 1000);
    const rows = await page();
    expect(rows).toHaveLength(1001);
    expect(rows.length).toBeGreaterThan(logPageSize);
    // Its end, what came of it, and not what was decided: at most one read more than that.
    expect(readOf(40, '2026-03-27T15')).toBeLessThanOrEqual(1 + 1000 / perEvent + 4);
    expect([readOf(40, '2026-03-27T12'), readOf(41, '2026-03-27T12'), readOf(40, '2026-03-27T09')]).toEqual([0, 0, 0]);
  });
});
