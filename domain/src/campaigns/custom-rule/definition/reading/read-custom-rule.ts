import { isCountryCode } from '../../../../shared/country-codes.ts';
import { DomainError } from '../../../../shared/domain-error.ts';
import { type AlertRule, alertRuleField, type CustomRule, customRuleField } from '../custom-rule.ts';
import { campaignOfKey, type RuleScope } from '../rule-scope.ts';
import { amountDecimals } from './check-action.ts';
import { checkCurrencies, checkHours } from './check-cases.ts';
import { type JudgedLevel, levelTexts } from './check-test.ts';
import { readCases } from './read-cases.ts';
import type { RuleContext } from './rule-context.ts';
import {
  fieldsOf,
  inDocumentOrder,
  pathText,
  type RuleFault,
  type RulePath,
  readPart,
  unknownFields,
} from './rule-fault.ts';

const mostFaults = 100;

/**
 * Reads a rule as it was entered.
 * @returns the rule with every default filled in.
 * @throws DomainError `bad_rule` with every fault as `errors: [{path, message}]`, in the order in which they were entered, at most 100; its
 * message is the first one's. `not_found` when nothing else is wrong: 'Label not found' for a label that the application does not have, in
 * the scope too, 'The target campaign was not found' for a campaign or an ad group that keywords cannot be added to.
 */
export function readCustomRule(entered: unknown, context: Omit<RuleContext, 'purpose'>): CustomRule {
  refuseFaults(faultsOfRule(entered, customRuleField, { ...context, purpose: 'rule' }), entered);
  return customRuleField.parse(entered);
}

/**
 * Reads the rule of an alert: it only notifies, may judge the application as a whole, and may be asked at any hour.
 * @throws DomainError as `readCustomRule`.
 */
export function readAlertRule(entered: unknown, context: Omit<RuleContext, 'purpose'>): AlertRule {
  refuseFaults(faultsOfRule(entered, alertRuleField, { ...context, purpose: 'alert' }), entered);
  return alertRuleField.parse(entered);
}

/** @throws DomainError for the first of the faults; see `readCustomRule`. */
export function refuseFaults(faults: readonly RuleFault[], entered: unknown): void {
  const sorted = inDocumentOrder(faults, entered);
  const bad = sorted.filter(({ isUnknownId }) => isUnknownId !== true);
  const unknown = sorted[0];
  if (unknown === undefined) return;
  const [first] = bad;
  if (first === undefined) throw new DomainError('not_found', { message: unknown.message });
  const errors = bad.slice(0, mostFaults).map(({ path, message }) => ({ path: pathText(path), message }));
  throw new DomainError('bad_rule', { message: first.message, responseFields: { errors } });
}

type RuleSchema = typeof customRuleField | typeof alertRuleField;

/** All that is wrong with a rule that was entered, for readers that have other parts too. */
export function faultsOfRule(entered: unknown, schema: RuleSchema, context: RuleContext): RuleFault[] {
  const fields = fieldsOf(entered);
  if (fields === undefined) return [{ path: [], message: 'Enter the rule as fields' }];
  const { shape } = schema;
  const level = readPart<JudgedLevel>(shape.level, fields.level, ['level']);
  const scope = readPart(shape.scope, fields.scope, ['scope']);
  const schedule = readPart(shape.schedule, fields.schedule, ['schedule']);
  const guards = readPart(shape.guards, fields.guards, ['guards']);
  const cases = readCases(fields.cases, level.part, context);
  const raisePerDay = guards.part?.raise_per_day ?? null;
  const hours = schedule.part?.hours ?? [];
  return [
    ...unknownFields(fields, Object.keys(shape), []),
    ...level.faults,
    ...checkLevel(level.part, context),
    ...readPart<unknown>(shape.claim_type, fields.claim_type, ['claim_type']).faults,
    ...scope.faults,
    ...checkScope(scope.part, level.part, context),
    ...cases.faults,
    ...schedule.faults,
    ...(context.purpose === 'rule' ? checkHours(hours) : []),
    ...guards.faults,
    ...(raisePerDay === null ? [] : amountDecimals(raisePerDay, ['guards', 'raise_per_day'], context.currencies)),
    ...readPart<unknown>(shape.priority, fields.priority, ['priority']).faults,
    ...checkCurrencies(cases.tests, cases.actions, raisePerDay, context),
  ];
}

function checkLevel(level: JudgedLevel | undefined, context: RuleContext): RuleFault[] {
  if (level === undefined || context.level === undefined || level === context.level) return [];
  return [{ path: ['level'], message: 'Copy the rule to change its level' }];
}

const levelsOfFilters = {
  match_types: ['keyword'],
  ad_group_name: ['ad_group', 'keyword', 'search_term'],
} as const satisfies Partial<Record<keyof RuleScope, readonly JudgedLevel[]>>;
const filterTexts = { match_types: 'Match type', ad_group_name: 'Name of the ad group' } as const;

function checkScope(
  scope: RuleScope | undefined,
  level: JudgedLevel | undefined,
  { labels, campaigns }: RuleContext,
): RuleFault[] {
  if (scope === undefined) return [];
  const unavailable = (['match_types', 'ad_group_name'] as const).filter((name) => {
    const levels: readonly JudgedLevel[] = levelsOfFilters[name];
    return scope[name] !== undefined && level !== undefined && !levels.includes(level);
  });
  const countries = (scope.countries ?? []).map((code, index) => ({ code, path: ['scope', 'countries', index] }));
  const unknownLabels = (['any', 'none'] as const).flatMap((name) =>
    (scope.labels?.[name] ?? []).flatMap((id, index): RuleFault[] => {
      const path: RulePath = ['scope', 'labels', name, index];
      return labels.has(id) ? [] : [{ path, message: 'Label not found', isUnknownId: true }];
    }),
  );
  return [
    ...unavailable.map((name) => ({
      path: ['scope', name],
      message: `${filterTexts[name]} is not available for ${levelTexts[level ?? 'application']}`,
    })),
    ...unknownLabels,
    ...countries.flatMap(({ code, path }) =>
      isCountryCode(code) ? [] : [{ path, message: 'This country is not known.' }],
    ),
    ...checkExcept(scope.except ?? [], campaigns),
  ];
}

const checkExcept = (keys: readonly string[], campaigns: ReadonlySet<number>): RuleFault[] =>
  keys.flatMap((key, index): RuleFault[] => {
    const path: RulePath = ['scope', 'except', index];
    const campaign = campaignOfKey(key);
    if (campaign === undefined) return [{ path, message: 'This is not the key of a unit' }];
    return campaigns.has(campaign) ? [] : [{ path, message: 'Unit not found', isUnknownId: true }];
  });
