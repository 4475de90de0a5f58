import {
  automationLogsAnswerSchema,
  automationsAnswerSchema,
  backtestAnswerSchema,
  campaignGroupsAnswerSchema,
  dryRunAnswerSchema,
  verdictsAnswerSchema,
} from '@tapwise/contract/automation';
import type { Rule, RuleLog, RuleRun, RuleVerdict } from '../features/automation/api/automation-types.ts';

/** Rules, runs and decisions in the contract's form. */

export const runIds = {
  newest: '10000000-0000-4000-8000-000000000001',
  older: '10000000-0000-4000-8000-000000000002',
} as const;

export const rule = (own: Partial<Rule> = {}): Rule => ({
  ...{ id: 7, campaign_name: 'Raise SKAG core', type: 'raise_bids', status: 'active', apply_to: { '40': [501] } },
  automation_params: {
    ...{ campaign_type: 'skag', updates_per_day: 4, step_type: 'default' },
    ...{ impressions_cap: 900, installs_cap: 30, cpa_cap: 3.5, cpt_bid_cap: 1.7 },
  },
  ...{ receive_notifications: true, last_updated: '2026-11-14T09:00:00.000Z', mode: 'live', window: 'lifetime' },
  ...{ version: 4, next_run_at: '2026-11-21T21:00:00.000Z', next_slot: '2026-11-21T21' },
  ...own,
});

export const filterRule = rule({
  ...{ id: 8, campaign_name: 'Search terms, SKAG', type: 'filter_skag', automation_params: {}, status: 'paused' },
  ...{ receive_notifications: false, next_run_at: null, next_slot: null, apply_to: { '40': [501, 502] } },
});

export const run = (own: Partial<RuleRun> = {}): RuleRun => ({
  ...{ run_id: runIds.newest, slot: '2026-11-21T15', state: 'done', version: 4, as_of: '2026-11-21T15:00:00.000Z' },
  ...{ started_at: '2026-11-21T15:00:00.000Z', ended_at: '2026-11-21T15:00:04.000Z' },
  ...{ change_id: '20000000-0000-4000-8000-000000000001', message: null },
  ...own,
});

/** A raise with room under every cap; other verdicts are made of it. */
export const verdict = (keyword: string, own: Partial<RuleVerdict> = {}): RuleVerdict => ({
  ...{ decision_id: `decision of ${keyword}`, key: `501:601:${keyword.length}`, keyword, verdict: 'raised' },
  ...{ reason: null, cap: null, old: 1, computed: 1.2, new: 1.2, limited_by: null, outcome: 'changed', message: null },
  inputs: { impressions: 512, taps: 41, installs: 25, spend: 58.3, cpt: 1.42, cpa: 2.33, impression_share: 0.41 },
  caps: [
    { cap: 'impressions_cap', value: 512, limit: 900, reached: false },
    { cap: 'installs_cap', value: 25, limit: 30, reached: false },
    { cap: 'cpa_cap', value: 2.33, limit: 3.5, reached: false },
    { cap: 'cpt_bid_cap', value: 1, limit: 1.7, reached: false },
  ],
  ...own,
});

/** The verdicts of one run, one of each kind a person may ask about. */
export const clipped = verdict('sleep sounds', { old: 1.6, computed: 1.8, new: 1.7, limited_by: 'cpt_bid_cap' });
export const reached = verdict('deep sleep', {
  ...{ verdict: 'reached', cap: 'cpa_cap', old: 1.65, computed: null, new: null, outcome: null },
  caps: [{ cap: 'cpa_cap', value: 3.92, limit: 3.5, reached: true }],
});
export const completed = verdict('rain on a roof', {
  ...{ verdict: 'completed', cap: 'installs_cap', old: 1.6, computed: null, new: null, outcome: null },
  caps: [{ cap: 'installs_cap', value: 31, limit: 30, reached: true }],
});
export const cooling = verdict('calm', {
  ...{ verdict: 'skipped', reason: 'cooling', old: 1.4, computed: null, new: null, outcome: null },
});

export const logRow = (own: Partial<RuleLog> = {}): RuleLog => ({
  ...{ date: '2026-11-21T15:00:04.000Z', asaOrganizationName: 'Moonvale Apps', campaignName: 'US Brand' },
  ...{ message: 'Run of 15:00: 4 keywords checked, 1 raised, 2 at a cap, 1 skipped, 0 failed' },
  ...{ run_id: runIds.newest, key: null, decision_id: null },
  ...own,
});

export const campaignGroups = campaignGroupsAnswerSchema.parse({
  status: 'ok',
  campaign_groups: [
    {
      ...{ id: 40, name: 'Moonvale Apps' },
      campaigns: [
        { id: 501, name: 'US Brand' },
        { id: 502, name: 'GB Brand' },
      ],
    },
  ],
});

/** Answers parsed by the contract's schemas, so that none can drift from them. */
export const rulesAnswer = (...automated_campaigns: Rule[]) =>
  automationsAnswerSchema.parse({ status: 'ok', automated_campaigns });
export const verdictsAnswer = (of: RuleRun | null, verdicts: RuleVerdict[]) =>
  verdictsAnswerSchema.parse({ status: 'ok', run: of, verdicts });
export const logsAnswer = (...logs: RuleLog[]) => automationLogsAnswerSchema.parse({ status: 'ok', logs });
export const dryRunAnswer = (verdicts: RuleVerdict[]) =>
  dryRunAnswerSchema.parse({ status: 'ok', as_of: run().as_of, verdicts, counts: { raised: 1 } });
export const backtestAnswer = (slots: object[], later: object[], notes: string[]) =>
  backtestAnswerSchema.parse({ status: 'ok', slots, later, notes });
