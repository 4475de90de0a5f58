import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  type AutomationLogRow,
  type AutomationsResponse,
  type AutomationVerdict,
  automationLogsQuerySchema,
  automationLogsResponseSchema,
  automationPaths,
  automationsResponseSchema,
  type BacktestResponse,
  backtestBodySchema,
  backtestResponseSchema,
  type CampaignGroupsResponse,
  campaignGroupsResponseSchema,
  type DryRunResponse,
  dryRunBodySchema,
  dryRunResponseSchema,
  runAutomationBodySchema,
  runAutomationResponseSchema,
  type VerdictsResponse,
  verdictsQuerySchema,
  verdictsResponseSchema,
} from './automation.contract.ts';

const id = '8a1d1f9e-4f6e-8b1a-9d3c-2b7e5c4a9f01';
const at = '2026-03-27T08:03:10.000Z';
const verdict: AutomationVerdict = {
  decision_id: id,
  key: '7:71:72',
  keyword: 'sleep',
  verdict: 'raised',
  reason: null,
  cap: null,
  old: 0.8,
  computed: 0.9,
  new: 0.9,
  limited_by: null,
  outcome: 'changed',
  message: null,
  inputs: { impressions: 120, taps: 4, installs: 0, spend: 2.9, cpt: 0.725, cpa: 2.9, impression_share: null },
  caps: [{ cap: 'cpa_cap', value: 2.9, limit: 4, reached: false }],
};
const log: AutomationLogRow = {
  date: at,
  asaOrganizationName: 'Calm',
  campaignName: 'US',
  message: 'Run of 09:00 missed',
  run_id: id,
  key: null,
  decision_id: null,
};
const rules: AutomationsResponse = {
  status: 'ok',
  automated_campaigns: [
    {
      id: 5,
      campaign_name: 'Raise',
      type: 'raise_bids',
      status: 'active',
      apply_to: { 40: [7] },
      version: 1,
      automation_params: { updates_per_day: 2 },
      receive_notifications: true,
      last_updated: at,
      mode: 'live',
      window: 'lifetime',
      next_run_at: at,
      next_slot: '2026-03-27T09',
    },
  ],
};
const groups: CampaignGroupsResponse = {
  status: 'ok',
  campaign_groups: [{ id: 40, name: 'Calm', campaigns: [{ id: 7, name: 'US' }] }],
};
const dryRun: DryRunResponse = { status: 'ok', as_of: at, verdicts: [verdict], counts: { raised: 1 } };
const slot = { slot: '2026-03-27T09', at, as_known: true, verdicts: [verdict] };
const { impression_share: _, ...inputs } = verdict.inputs;
const later = {
  key: verdict.key,
  keyword: verdict.keyword,
  slot: slot.slot,
  raises: 1,
  bid_then: 0.8,
  bid_now: null,
  from: '2026-03-28',
  inputs,
};
const backtest: BacktestResponse = {
  status: 'ok',
  slots: [slot],
  later: [later],
  notes: ['No market response is simulated.'],
};
const run: VerdictsResponse['run'] = {
  run_id: id,
  slot: '2026-03-27T09',
  state: 'done',
  version: 1,
  as_of: at,
  started_at: at,
  ended_at: at,
  change_id: id,
  message: null,
};
const verdicts: VerdictsResponse = { status: 'ok', run, verdicts: [verdict] };

describe('the contract of rules', () => {
  it.each<[string, z.ZodType, unknown]>([
    [automationPaths.automations, automationsResponseSchema, rules],
    [automationPaths.campaignGroups, campaignGroupsResponseSchema, groups],
    [automationPaths.dryRun, dryRunResponseSchema, dryRun],
    [automationPaths.backtest, backtestResponseSchema, backtest],
    [automationPaths.verdicts, verdictsResponseSchema, verdicts],
    [automationPaths.logs, automationLogsResponseSchema, { status: 'ok', logs: [log] }],
    [automationPaths.run, runAutomationResponseSchema, { status: 'ok', run_id: id, slot: `manual-${id}` }],
  ])('%s is answered in this form, with every field', (_, schema, response) => {
    expect(schema.parse(response)).toEqual(response);
  });

  it.each<[string, z.ZodType, object, object]>([
    ['run', runAutomationBodySchema, { application_id: 3, id: 5 }, { application_id: 3 }],
    [
      'dry run',
      dryRunBodySchema,
      { application_id: 3, apply_to: { 40: [7] } },
      { application_id: 3, apply_to: { x: [7] } },
    ],
    [
      'back-test',
      backtestBodySchema,
      { application_id: 3, id: 5, from: '2026-03-01', to: '2026-03-31' },
      { application_id: 3, id: 5 },
    ],
    [
      'verdicts',
      verdictsQuerySchema,
      { application_id: '3', id: '5', key: '7:71:72' },
      { application_id: '3', id: '5', key: '7:71:x' },
    ],
    [
      'log',
      automationLogsQuerySchema,
      { application_id: '3', id: '5', before: at },
      { application_id: '3', after: at },
    ],
  ])('%s takes what it needs and refuses the rest', (_, schema, good, bad) => {
    expect(schema.safeParse(good).success).toBe(true);
    expect(schema.safeParse(bad).success).toBe(false);
  });
});
