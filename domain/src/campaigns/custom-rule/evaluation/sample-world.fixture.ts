import { defaultGuardrails } from '../../guardrail/guardrails.ts';
import { type CustomRule, customRuleField } from '../definition/custom-rule.ts';
import { describeVerdict } from './describe-verdict.ts';
import { evaluateRule } from './evaluate-rule.ts';
import type { EvaluatedUnit, EvaluationData, FigureSums, Figures, WindowFigures } from './evaluation-data.ts';
import type { RuleEvaluation } from './rule-evaluation.ts';
import { type EvaluatedVersion, noMemory, type RuleMemory } from './rule-memory.ts';
import type { RuleVerdict } from './rule-verdict.ts';
import type { SettingChange } from './setting-trail.ts';

/** A rule with its defaults; about keywords unless something else is said. */
export const ruleOf = (entered: Record<string, unknown>): CustomRule =>
  customRuleField.parse({ level: 'keyword', ...entered });

export const versionOf = (
  entered: Record<string, unknown>,
  others: Partial<Omit<EvaluatedVersion, 'rule'>> = {},
): EvaluatedVersion & { readonly rule: CustomRule } => ({ id: 5, rule: ruleOf(entered), casesSince: 0, ...others });

export const units = (amount: number): number => Math.round(amount * 1_000_000);

export const unitOf = (others: Partial<EvaluatedUnit> = {}, cptBid: number | null = 1): EvaluatedUnit => ({
  key: '700:710:720',
  name: 'sleep sounds',
  campaignId: 700,
  campaignName: 'US SKAG',
  adGroupId: 710,
  status: 'ENABLED',
  bidsSetByService: false,
  settings: {
    cptBid: cptBid === null ? null : units(cptBid),
    ownBid: cptBid === null ? null : units(cptBid),
    cpaGoal: null,
    targetCpa: null,
    dailyCap: null,
    lifetimeBudget: null,
  },
  campaignBudget: null,
  highestBid: null,
  spentToday: null,
  keywords: 0,
  keywordsWithOwnBid: 0,
  labels: [],
  createdAt: Date.parse('2026-01-01T00:00:00.000Z'),
  trail: {},
  ...others,
});

export const figuresOf = (sums: FigureSums, others: Partial<Figures> = {}): Figures => ({
  sums,
  maturity: null,
  grade: 'high',
  ...others,
});

/** A time range in which only these units had traffic. */
export const windowOf = (
  rows: Readonly<Record<string, Figures>>,
  scope: Figures = figuresOf({}),
  parents: Readonly<Record<string, Figures>> = {},
): WindowFigures => ({ units: new Map(Object.entries(rows)), parents: new Map(Object.entries(parents)), scope });

/** 21 November, 09:00 in Berlin; the 20th is complete for every source. */
export const dataOf = (others: Partial<EvaluationData> = {}): EvaluationData => {
  const asOf = Date.parse('2026-11-21T08:00:00.000Z');
  return {
    asOf,
    hourMs: 3_600_000,
    zone: 'Europe/Berlin',
    slot: { id: '2026-11-21T09', at: asOf, nextAt: asOf + 86_400_000 },
    pulledAt: asOf,
    days: {
      ads: '2026-11-20',
      people: '2026-11-20',
      predictions: '2026-11-20',
      search_terms: '2026-11-20',
      impression_share: '2026-11-19',
    },
    unknownSources: new Set(),
    coverage: null,
    lifeFrom: null,
    currency: { application: 'USD', settings: 'USD' },
    rate: { numerator: 1, denominator: 1 },
    units: [unitOf()],
    figures: new Map(),
    doubts: [],
    guardrails: defaultGuardrails('USD'),
    spike: false,
    ruleNames: new Map([
      [5, 'A'],
      [6, 'B'],
    ]),
    labels: new Map([[3, 'Star']]),
    ...others,
  };
};

export { noMemory };

/** An evaluation with all of its verdicts. */
export interface FullEvaluation extends RuleEvaluation {
  readonly verdicts: readonly RuleVerdict[];
}

export function evaluateInFull(
  version: EvaluatedVersion,
  data: EvaluationData,
  memory: RuleMemory = noMemory,
): FullEvaluation {
  const evaluation = evaluateRule(version, data, memory);
  return { ...evaluation, verdicts: evaluation.decisions.map((decision) => describeVerdict(evaluation, decision)) };
}

export const evaluated = (
  entered: Record<string, unknown>,
  data: Partial<EvaluationData> = {},
  memory: RuleMemory = noMemory,
): FullEvaluation => evaluateInFull(versionOf(entered), dataOf(data), memory);

/** The verdict on the only unit. @throws RangeError where there is none. */
export function verdictOn(
  entered: Record<string, unknown>,
  data: Partial<EvaluationData> = {},
  memory: RuleMemory = noMemory,
): RuleVerdict {
  const [verdict] = evaluated(entered, data, memory).verdicts;
  if (verdict === undefined) throw new RangeError('Nothing was evaluated');
  return verdict;
}

/** A change of a bid by a custom rule, whose cool-down is seven days. */
export const bidChange = (
  id: number,
  at: number,
  from: number,
  to: number,
  slot: string | null = null,
): SettingChange => ({
  at,
  actor: { kind: 'rule', id, custom: true, cooldownDays: 7, slot },
  direction: to > from ? 'up' : 'down',
  from: units(from),
  to: units(to),
});

/** The same by a person. */
export const byPerson = (at: number, from: number, to: number): SettingChange => ({
  ...bidChange(0, at, from, to),
  actor: { kind: 'person' },
});
