import { describe, expect, it } from 'vitest';
import { organizationsToRun, type RunByHand, slotByHand } from './run-by-hand.ts';

const now = Date.parse('2026-11-23T12:00:00.000Z');
const at = (minutesAgo: number): string => new Date(now - minutesAgo * 60_000).toISOString();
const organization = (org_id: number) => ({
  org_id,
  name: `Org ${org_id}`,
  account_name: 'Example',
  currency: 'USD',
  time_zone: 'UTC',
  payment_model: null,
});
const possible: RunByHand = {
  team: {},
  application: { application_id: 1, organizations: [organization(8), organization(9)], organization_roles: {} },
  rule: { status: 'active', apply_to: { 9: [700], 8: [], 7: [701] } },
  runs: [],
  version: 'v5',
  now,
  betweenMs: 60 * 60_000,
};
const run = (wish: Partial<RunByHand>) => () => organizationsToRun({ ...possible, ...wish });

describe('a run by hand', () => {
  it('is of the linked organizations that have campaigns of the rule', () => {
    expect(run({})()).toEqual([9]);
  });

  it('waits for the one that is under way, and an hour after the last one by hand', () => {
    const running = { slot: '2026-11-23T09', state: 'running', started_at: at(1) } as const;
    expect(run({ runs: [running] })).toThrow('This automation is running now');
    const byHand = { slot: slotByHand('one'), state: 'done', started_at: at(59) } as const;
    expect(run({ runs: [byHand] })).toThrow('An automation can be run by hand once an hour');
    expect(run({ runs: [{ ...byHand, started_at: at(60) }] })()).toEqual([9]);
    expect(run({ runs: [{ ...byHand, slot: '2026-11-23T11' }] })()).toEqual([9]);
  });

  it.each([
    [{ rule: { status: 'paused', apply_to: possible.rule.apply_to } }, 'This automation is paused'],
    [{ team: { stops: [{ application_id: 1, since: at(5) }] } }, 'Stopped by Stop all'],
    [{ team: { stops: [{ application_id: null, since: at(5) }] } }, 'Stopped by Stop all'],
    [{ rule: { status: 'active', apply_to: { 9: [], 7: [701] } } }, 'This automation has no campaigns'],
    [
      { application: { ...possible.application, organization_roles: { 9: ['Campaign Group Read Only'] } } },
      'The search-ads account gave read-only access',
    ],
  ] as [Partial<RunByHand>, string][])('is refused with %j', (wish, message) => {
    expect(run(wish)).toThrow(message);
  });
});
