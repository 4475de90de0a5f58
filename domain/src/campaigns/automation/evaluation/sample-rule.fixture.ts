import { hourMs } from '../../../shared/calendar/days.ts';
import { defaultGuardrails } from '../../guardrail/guardrails.ts';
import { defaultParams, type RuleParams } from '../rule/rule-params.ts';
import type { EvaluatedRule, RuleData } from './rule-data.ts';
import type { RuleUnit } from './rule-units.ts';
import { emptyTrail } from './trail-changes.ts';

export const sampleRule = (params: Partial<RuleParams> = {}, other: Partial<EvaluatedRule> = {}): EvaluatedRule => ({
  automation_id: 5,
  created_at: '2026-03-01T00:00:00.000Z',
  version: 1,
  paramsVersion: 1,
  params: { ...defaultParams, ...params },
  window: 'lifetime',
  apply_to: {},
  mode: 'live',
  since: '2026-03-01T00:00:00.000Z',
  paramsSince: '2026-03-01T00:00:00.000Z',
  ...other,
});

export const sampleUnit = (unit: Partial<RuleUnit> = {}): RuleUnit => ({
  key: '700:710:720',
  keyword: 'sleep sounds',
  campaignName: 'US SKAG',
  campaign: {
    enabled: true,
    search: true,
    manualBids: true,
    onHold: false,
    dailyBudget: 50_000_000,
    spentToday: 0,
    isSpentTodayPartial: false,
  },
  adGroup: { enabled: true, onHold: false, keywords: 1, exact: true },
  keywordEnabled: true,
  base: 800_000,
  bid: 800_000,
  trail: emptyTrail,
  raisedBy: null,
  resumedAt: null,
  inputs: { impressions: 0, taps: 0, installs: 0, spend: 0, impression_share: null },
  ...unit,
});

export const sampleData = (units: readonly RuleUnit[], other: Partial<RuleData> = {}): RuleData => {
  const asOf = Date.parse('2026-03-27T08:00:00.000Z');
  return {
    asOf,
    midnight: Date.parse('2026-03-26T23:00:00.000Z'),
    pulledAt: asOf - 60_000,
    hourMs,
    currency: 'USD',
    units,
    guardrails: defaultGuardrails('USD'),
    spike: false,
    byRules: null,
    ...other,
  };
};
