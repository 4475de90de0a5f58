import { z } from 'zod';

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

export const bidWorths = [
  'cpa',
  'cost_per_trial',
  'cost_per_conversion',
  'current_roas',
  'predicted_roas',
  'roas_d1',
  'roas_d3',
  'roas_d7',
  'roas_d14',
  'roas_d30',
] as const;

/** Counts, fractions and amounts alike; at most six decimals, so that millionths of it are whole and exact. */
const decimalField = z.number().min(-1e9).max(1e9).refine(hasSixDecimals);
const positiveField = decimalField.refine((value) => value > 0);

/** Whether a number is a whole number of millionths. */
export function hasSixDecimals(value: number): boolean {
  return Number.isSafeInteger(Math.round(value * 1e6)) && Math.round(value * 1e6) / 1e6 === value;
}

const pieces = z.array(z.string().min(1).max(80)).min(1).max(20).optional();
/** Pieces of one list are joined by *or*, lists by *and*. */
export const textFilterField = z.strictObject({ contains: pieces, lacks: pieces, is: pieces, starts: pieces });
export type TextFilter = z.infer<typeof textFilterField>;

const id = z.number().int().positive();
const labelIds = z.array(id).min(1).max(50).optional();

export const scopeField = z.strictObject({
  name: textFilterField.optional(),
  campaign_name: textFilterField.optional(),
  ad_group_name: textFilterField.optional(),
  /** `running`: itself and all parents are enabled; `paused`: live, but not that. */
  status: z
    .array(z.enum(['running', 'paused']))
    .min(1)
    .max(2)
    .default(['running']),
  labels: z.strictObject({ any: labelIds, none: labelIds }).optional(),
  match_types: z
    .array(z.enum(['EXACT', 'BROAD']))
    .min(1)
    .optional(),
  kinds: z
    .array(z.enum(['skag', 'discovery', 'regular']))
    .min(1)
    .optional(),
  strategies: z
    .array(z.enum(['manual_cpt', 'max_conversions']))
    .min(1)
    .optional(),
  /** ISO 3166 alpha-2. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .min(1)
    .optional(),
  /** Keys of units that are left out. */
  except: z.array(z.string().max(400)).max(1000).optional(),
});
export type RuleScope = z.infer<typeof scopeField>;

/** `Nd`, `Nd-S`, `Nd-mature`, or a name; N of 1 to 90 days, ending S of 0 to 60 days before the newest complete one. */
export const windowField = z
  .string()
  .regex(/^(?:(?:[1-9]|[1-8]\d|90)d(?:-(?:\d|[1-5]\d|60|mature))?|today|change|start|life)$/);

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
  values: z.array(decimalField).length(2).optional(),
  than: operandField.optional(),
  /** Least denominator of the ratio, instead of the guard's. */
  floor: decimalField.refine((floor) => floor >= 0).optional(),
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

const nodes = z.lazy(() => z.array(nodeField).min(1).max(10));
export const nodeField: z.ZodType<ConditionNode> = z.lazy(() =>
  z.union([
    z.strictObject({ all: nodes }),
    z.strictObject({ any: nodes }),
    z.strictObject({ not: nodeField }),
    testField,
  ]),
);

/** Amounts in the ad organization's currency; percents are percents, not fractions. */
const step = { amount: positiveField.optional(), percent: positiveField.optional() };
const limits = { min: positiveField, max: positiveField };
const optionalLimits = { min: positiveField.optional(), max: positiveField.optional() };
const setTo = { how: z.literal('set'), value: positiveField };

/** How a bid is moved. `target`: to what a tap is worth, never more than `step` percent away from the present bid. */
export const bidActionField = z.discriminatedUnion('how', [
  z.strictObject({ do: z.literal('bid'), ...setTo, ...limits }),
  z.strictObject({ do: z.literal('bid'), how: z.enum(['raise', 'lower']), ...step, ...limits }),
  z.strictObject({
    do: z.literal('bid'),
    how: z.literal('target'),
    of: z.enum(bidWorths),
    /** In the application's currency, or a fraction. */
    value: positiveField,
    window: windowField,
    step: positiveField.max(100).default(25),
    ...limits,
  }),
]);

const amountAction = <const Name extends 'cpa_goal' | 'target_cpa' | 'daily_budget'>(name: Name) =>
  z.discriminatedUnion('how', [
    z.strictObject({ do: z.literal(name), ...setTo, ...optionalLimits }),
    z.strictObject({ do: z.literal(name), how: z.enum(['raise', 'lower']), ...step, ...optionalLimits }),
  ]);

export const actionField = z.union([
  bidActionField,
  amountAction('cpa_goal'),
  amountAction('target_cpa'),
  amountAction('daily_budget'),
  z.strictObject({
    do: z.literal('status'),
    to: z.enum(['paused', 'running']),
    /** Also starts what no rule has paused. */
    any: z.boolean().default(false),
  }),
  z.strictObject({ do: z.literal('label'), add: id.optional(), remove: id.optional() }),
  z.strictObject({
    do: z.literal('add_keyword'),
    campaign_id: id,
    /** Without one, a single-keyword ad group is made. */
    ad_group_id: id.optional(),
    bid: z.union([
      z.strictObject({ value: positiveField }),
      z.strictObject({ times_cpt: positiveField, min: positiveField, max: positiveField }),
    ]),
    /** Whether the term is blocked where it was found. */
    negate: z.boolean().default(true),
  }),
  z.strictObject({ do: z.literal('negative'), at: z.enum(['campaign', 'ad_group']) }),
  z.strictObject({ do: z.literal('notify') }),
]);
export type RuleAction = z.infer<typeof actionField>;

export const caseField = z.strictObject({
  name: z.string().min(1).max(60).optional(),
  when: nodeField,
  then: z.array(actionField).min(1).max(3),
  /** Acts on a unit once in this version of the cases. */
  once: z.boolean().default(false),
});
export type RuleCase = z.infer<typeof caseField>;

export const scheduleField = z.strictObject({
  hours: z.array(z.number().int().min(0).max(23)).min(1).max(8).default([9]),
  /** 1 is Monday. */
  weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7).default([1, 2, 3, 4, 5, 6, 7]),
});

const floor = decimalField.refine((value) => value >= 0).optional();
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
export type RuleGuards = z.infer<typeof guardsField>;

/**
 * A rule that people write, with every default filled in: the form in which the page, the interface and the log keep it. Amounts of
 * tests are in the application's currency, those of actions in the ad organization's.
 */
export const customRuleField = z.strictObject({
  level: z.enum(ruleLevels),
  claim_type: z.enum(['click', 'view', 'total']).default('click'),
  scope: scopeField.prefault({}),
  cases: z.array(caseField).min(1).max(5),
  schedule: scheduleField.prefault({}),
  guards: guardsField.prefault({}),
  /** Of two rules in one slot hour the lower one decides first. */
  priority: z.number().int().min(1).max(999).default(500),
});
export type CustomRule = z.infer<typeof customRuleField>;
