import { z } from 'zod';
import { decimalField, hasSixDecimals, notNegativeField, positiveField, windowField } from './entered-fields.ts';
import { actionField } from './rule-actions.ts';
import { scopeField } from './rule-scope.ts';

/** What a rule judges, one by one. Search terms are those of ad groups. */
export const ruleLevels = ['campaign', 'ad_group', 'keyword', 'search_term'] as const;
export type RuleLevel = (typeof ruleLevels)[number];

/** Whose figures a test compares: the unit's, those of a parent, or of all units of the rule together. */
export const testSubjects = ['self', 'ad_group', 'campaign', 'scope'] as const;
export type TestSubject = (typeof testSubjects)[number];

export const testOperators = ['<', '<=', '>', '>=', '=', '!=', 'between', 'outside', 'empty', 'not_empty'] as const;
export type TestOperator = (typeof testOperators)[number];

/** How sure a prediction has to be, from the least sure on. */
export const confidenceGrades = ['low', 'medium', 'high'] as const;
export type ConfidenceGrade = (typeof confidenceGrades)[number];

const metricField = z.string().min(1).max(60);

/** The other side of a comparison: a figure × `times` + `plus`. What is absent is the test's own. */
export const operandField = z.strictObject({
  metric: metricField.optional(),
  of: z.enum(testSubjects).optional(),
  window: windowField.optional(),
  per_day: z.boolean().optional(),
  times: decimalField.default(1),
  plus: decimalField.default(0),
});
export type Operand = z.infer<typeof operandField>;

export const testField = z.strictObject({
  metric: metricField,
  of: z.enum(testSubjects).default('self'),
  window: windowField.optional(),
  per_day: z.boolean().default(false),
  op: z.enum(testOperators),
  value: decimalField.optional(),
  /** Of `between` and `outside`, the lower one first. */
  values: z.array(decimalField).length(2, { error: 'Enter two numbers' }).optional(),
  than: operandField.optional(),
  /** Least denominator of the ratio, instead of the guard's. */
  floor: notNegativeField.optional(),
  /** A cost of nothing bought counts as the cost of one. */
  at_least: z.boolean().default(false),
});
export type RuleTest = z.infer<typeof testField>;

/** Tests joined by *and*, *or* and *not*. */
export type ConditionNode =
  | { readonly all: readonly ConditionNode[] }
  | { readonly any: readonly ConditionNode[] }
  | { readonly not: ConditionNode }
  | RuleTest;

/** How much a rule may hold. */
export const mostCases = 5;
export const mostActions = 3;
export const mostInGroup = 10;

const nodes = z.lazy(() => z.array(nodeField).min(1).max(mostInGroup));
export const nodeField: z.ZodType<ConditionNode> = z.lazy(() =>
  z.union([
    z.strictObject({ all: nodes }),
    z.strictObject({ any: nodes }),
    z.strictObject({ not: nodeField }),
    testField,
  ]),
);

export const caseField = z.strictObject({
  name: z.string().min(1).max(60).optional(),
  when: nodeField,
  then: z.array(actionField).min(1).max(mostActions),
  /** Acts on a unit once in this version of the cases. */
  once: z.boolean().default(false),
});
export type RuleCase = z.infer<typeof caseField>;

const scheduleOf = (mostHours: number) =>
  z.strictObject({
    hours: z
      .array(z.number().int().min(0).max(23))
      .min(1, { error: 'Choose at least one hour' })
      .max(mostHours)
      .default([9]),
    /** 1 is Monday. */
    weekdays: z
      .array(z.number().int().min(1).max(7))
      .min(1, { error: 'Choose at least one weekday' })
      .max(7)
      .default([1, 2, 3, 4, 5, 6, 7]),
  });
export const scheduleField = scheduleOf(8);

const floor = notNegativeField.optional();
/** Least denominators of ratios, of which less is not judged. */
export const floorsField = z.strictObject({
  impressions: floor,
  taps: floor,
  installs: floor,
  first_launches: floor,
  trials: floor,
  conversions: floor,
  available_impressions: floor,
  spend: floor,
});

export const guardsField = z.strictObject({
  floors: z.union([z.boolean(), floorsField]).default(true),
  maturity: z.number().min(0).max(1).refine(hasSixDecimals).default(0.6),
  confidence: z.enum(confidenceGrades).default('medium'),
  /** Waits while an alert says that the figures are in doubt. */
  trust: z.boolean().default(true),
  cooldown_days: z.number().int().min(1).max(90).nullable().default(null),
  units_per_run: z.number().int().min(1).max(5000).default(100),
  units_per_day: z.number().int().min(1).max(20_000).default(300),
  max_share: z.number().min(0.05).max(1).refine(hasSixDecimals).default(0.5),
  /** Sum of raised daily budgets a day, in the ad organization's currency. */
  raise_per_day: positiveField.nullable().default(null),
  oscillation: z.enum(['hold', 'notify']).default('hold'),
});
export type FloorsOfRule = z.infer<typeof floorsField>;
export type RuleGuards = z.infer<typeof guardsField>;

/**
 * A rule that people write, with every default filled in: the form in which the page, the interface and the log keep it. Amounts of
 * tests are in the application's currency, those of actions in the ad organization's.
 */
export const customRuleField = z.strictObject({
  level: z.enum(ruleLevels),
  claim_type: z.enum(['click', 'view', 'total']).default('click'),
  scope: scopeField.prefault({}),
  cases: z.array(caseField).min(1).max(mostCases),
  schedule: scheduleField.prefault({}),
  guards: guardsField.prefault({}),
  /** Of two rules in one slot hour the lower one decides first. */
  priority: z.number().int().min(1).max(999).default(500),
});
export type CustomRule = z.infer<typeof customRuleField>;

/** An alert is a rule that only notifies; it may also judge the application as a whole, and be asked at any hour. */
export const alertRuleField = customRuleField.extend({
  level: z.enum(['application', 'campaign', 'ad_group', 'keyword', 'search_term']),
  schedule: scheduleOf(24).prefault({}),
});
export type AlertRule = z.infer<typeof alertRuleField>;
