import { microsPerUnit } from '../../../shared/money/micros.ts';
import type { AlertRule } from '../../custom-rule/definition/custom-rule.ts';
import type { RuleUnit } from '../../custom-rule/definition/rule-metrics.ts';
import { evaluateRule } from '../../custom-rule/evaluation/evaluate-rule.ts';
import type { EvaluationData } from '../../custom-rule/evaluation/evaluation-data.ts';
import type { EvaluatedDecision } from '../../custom-rule/evaluation/rule-evaluation.ts';
import { type EvaluatedVersion, noMemory } from '../../custom-rule/evaluation/rule-memory.ts';
import type { TestVerdict, UnitDecision } from '../../custom-rule/evaluation/rule-verdict.ts';
import { spendOfUnits } from '../../custom-rule/evaluation/run-limits.ts';
import { incompleteText } from '../../custom-rule/numbers/complete-days.ts';
import { type NoticeCause, noticeCauseOf } from '../../custom-rule/why/notice-cause.ts';
import { organizationKey } from '../built-in/alert-figures.ts';
import type { EvaluatedAlertUnit } from '../episode/alert-evaluation.ts';
import type { AlertFinding } from '../episode/alert-state.ts';

/** An alert that a person wrote, evaluated in one ad organization. */
export interface OwnAlertQuestion {
  readonly name: string;
  readonly rule: AlertRule;
  readonly orgId: number;
  /** How everything of the organization together is called: the application, with the organization where it has several. */
  readonly whole: string;
}

/** What an alert says of its units in one ad organization. */
export interface OwnAlertFindings {
  /** Units about which something can be said, and the organization as a whole: nothing can be said about it while nothing is judged. */
  readonly units: readonly EvaluatedAlertUnit[];
  /** Keys of units that are there and cannot be judged now: they stay as they are. */
  readonly unjudged: ReadonlySet<string>;
}

/** The key by which incidents and answers name a unit of an alert. */
export const alertUnitKey = (key: string, orgId: number): string => (key === '' ? organizationKey(orgId) : key);

/** Evaluates the rule of an alert as runs of rules do; no cool-down, share or limit holds for what only notifies. Figures that are too old judge nothing. */
export function evaluateOwnAlert(question: OwnAlertQuestion, data: EvaluationData): OwnAlertFindings {
  const { rule, orgId, whole } = question;
  const draft: EvaluatedVersion = { id: null, rule, casesSince: data.asOf };
  const evaluation = evaluateRule(draft, data, noMemory);
  const isIncomplete = incompleteText(data.days, data.asOf, data.zone) !== undefined;
  const spendOf = spendOfUnits({ version: draft, data });
  const units: EvaluatedAlertUnit[] = [];
  const unjudged = new Set<string>();
  for (const decision of evaluation.decisions) {
    const finding = isIncomplete ? null : findingOf(decision);
    const key = alertUnitKey(decision.key, orgId);
    const unit = { ...blank, key, org_id: orgId, name: nameOf(decision.unit, whole), finding };
    if (finding === null && rule.level !== 'application') unjudged.add(key);
    else if (finding === true) {
      const cause = noticeCauseOf(evaluation, decision);
      units.push({ ...unit, ...described(question, data, decision.unit, cause), spend: spendOf(decision.key) });
    } else units.push(unit);
  }
  if (rule.level === 'application') return { units, unjudged };
  const isJudged = units.length > 0 || evaluation.decisions.length === 0;
  const all = { ...blank, key: organizationKey(orgId), org_id: orgId, name: whole, finding: isJudged ? false : null };
  return { units: [...units, all], unjudged };
}

const blank = {
  value: null,
  limit: null,
  unit: null,
  currency: null,
  window: null,
  spend: 0,
  text: '',
  text_without_amounts: '',
} as const;

function findingOf({ verdict }: Pick<UnitDecision, 'verdict'>): AlertFinding {
  if (verdict === 'notified') return true;
  return verdict === 'no_match' ? false : null;
}

const longestName = 300;
const longestNameInText = 200;
const longestText = 1000;

type NamedUnit = Pick<EvaluatedDecision['unit'], 'key' | 'name' | 'campaignName'>;

const nameOf = ({ key, name }: NamedUnit, whole: string): string => (key === '' ? whole : name).slice(0, longestName);

/** Units below a campaign are named with it: the same keyword may be in several. */
function objectOf({ key, name, campaignName }: NamedUnit, whole: string): string {
  if (key === '') return whole;
  const shortName = name.slice(0, longestNameInText);
  return key.includes(':') ? `"${shortName}" (${campaignName.slice(0, longestNameInText)})` : shortName;
}

function described(
  { name, whole }: OwnAlertQuestion,
  { currency }: EvaluationData,
  evaluated: NamedUnit,
  cause: NoticeCause | undefined,
): Omit<EvaluatedAlertUnit, 'key' | 'name' | 'org_id' | 'finding' | 'spend'> {
  const title = `${name} in ${objectOf(evaluated, whole)}`;
  const without = { text_without_amounts: title };
  if (cause === undefined)
    return { ...without, value: null, limit: null, unit: null, currency: null, window: null, text: title };
  const { test, unit } = cause;
  const { from, to } = test;
  const isMoney = unit === 'money' || unit === 'settings_money';
  return {
    ...without,
    value: recordedNumber(test.value, unit),
    limit: recordedNumber(nearestLimit(test), unit),
    unit: recordedUnits[unit],
    currency: isMoney ? currency.application : null,
    window: from === null || to === null ? null : { from, to },
    text: `${title}: ${cause.text}`.slice(0, longestText),
  };
}

const recordedUnits = {
  money: 'money',
  settings_money: 'money',
  fraction: 'share',
  count: 'count',
  rank: 'count',
  hours: 'hours',
  days: 'count',
} as const satisfies Readonly<Record<RuleUnit, EvaluatedAlertUnit['unit']>>;

/** Amounts are in micros already; shares are recorded in millionths, all others as whole numbers. */
function recordedNumber(value: number | null, unit: RuleUnit): number | null {
  if (value === null) return null;
  return Math.round(unit === 'fraction' ? value * microsPerUnit : value);
}

/** Of two ends the one that the value is beyond. */
function nearestLimit({ value, limit }: TestVerdict): number | null {
  if (limit === null || typeof limit === 'number') return limit;
  const isBelow = value !== null && value < limit[0];
  return isBelow ? limit[0] : limit[1];
}
