import fc from 'fast-check';
import { type CustomRule, type RuleLevel, ruleLevels } from './definition/custom-rule.ts';
import { readCustomRule } from './definition/reading/read-custom-rule.ts';
import type { RuleContext } from './definition/reading/rule-context.ts';
import { type RuleMetric, ruleMetrics } from './definition/rule-metrics.ts';

/** An application with one ad organization in US dollars, three labels, and two campaigns that keywords can be added to. */
export const sampleContext: Omit<RuleContext, 'purpose'> = {
  currencies: new Set(['USD']),
  labels: new Set([1, 2, 3]),
  targets: new Map([
    [700, { currency: 'USD', adGroupIds: new Set([710, 711]) }],
    [800, { currency: 'USD', adGroupIds: new Set<number>() }],
  ]),
  campaigns: new Set([700, 800]),
  canSetTargetCpa: true,
};

/** A rule as it may be entered, with fields that tests replace. */
export const enteredRule = (fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  level: 'keyword',
  cases: [
    {
      when: { all: [{ metric: 'cpa', window: '7d', op: '>', value: 3 }] },
      then: [{ do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 }],
    },
  ],
  ...fields,
});

/** The same rule with these conditions and actions. */
export const enteredCase = (when: unknown, then?: unknown): Record<string, unknown> =>
  enteredRule({
    cases: [{ when, then: then ?? [{ do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 }] }],
  });

/** What was entered without these fields. */
export const without = (
  entered: Readonly<Record<string, unknown>>,
  ...names: readonly string[]
): Record<string, unknown> => Object.fromEntries(Object.entries(entered).filter(([name]) => !names.includes(name)));

const hundredths = (least: number, most: number) => fc.integer({ min: least, max: most }).map((count) => count / 100);
const cents = hundredths(1, 500);
const windows = ['1d', '3d-2', '7d', '14d-1', '28d', '7d-mature', 'life', 'start', 'change', '90d-60'];

function limitsOf(metric: RuleMetric) {
  const value = hundredths(0, 5000);
  const counts = metric.unit === 'count' ? (['=', '!='] as const) : [];
  return fc.oneof(
    fc.record({ op: fc.constantFrom('<', '<=', '>', '>=', ...counts), value }),
    fc
      .record({ op: fc.constantFrom('between', 'outside'), values: fc.tuple(value, value) })
      .map(({ op, values }) => ({ op, values: values.toSorted((left, right) => left - right) })),
    fc.record({ op: fc.constantFrom('empty', 'not_empty') }),
    fc.record({
      op: fc.constantFrom('<', '>='),
      than: fc.record({ times: hundredths(0, 300), plus: hundredths(-100, 100) }, { requiredKeys: [] }),
    }),
  );
}

function testOf(level: RuleLevel, pool: readonly string[]) {
  const metrics = ruleMetrics.filter(({ levels }) => levels.includes(level));
  return fc.constantFrom(...metrics).chain((metric) => {
    const subjects = metric.from.kind === 'setting' || metric.from.kind === 'state' ? ['self'] : ['self', 'scope'];
    const range = metric.window ? { window: fc.constantFrom(...pool) } : {};
    const figure = fc.record({ metric: fc.constant(metric.name), of: fc.constantFrom(...subjects), ...range });
    return fc.tuple(figure, limitsOf(metric)).map(([left, limits]) => ({ ...left, ...limits }));
  });
}

function conditionsOf(level: RuleLevel, pool: readonly string[]) {
  const test = testOf(level, pool);
  const child = fc.oneof(
    test,
    test.map((not) => ({ not })),
    fc.array(test, { minLength: 1, maxLength: 2 }).map((any) => ({ any })),
  );
  const children = fc.array(child, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    test,
    children.map((all) => ({ all })),
    children.map((any) => ({ any })),
  );
}

const range = fc.tuple(cents, cents).map(([min, span]) => ({ min, max: Math.round((min + span) * 100) / 100 }));
const steps = fc.oneof(
  fc.record({ how: fc.constantFrom('raise', 'lower'), percent: hundredths(1, 10_000) }),
  fc.record({ how: fc.constantFrom('raise', 'lower'), amount: cents }),
  fc.record({ how: fc.constant('set'), value: cents }),
);
const amountAction = (name: string) =>
  fc.tuple(steps, range).map(([step, limits]) => ({ do: name, ...step, ...limits }));
const status = fc.record({ do: fc.constant('status'), to: fc.constantFrom('paused', 'running'), any: fc.boolean() });

const actionsOfLevels: Readonly<Record<RuleLevel, fc.Arbitrary<object>>> = {
  campaign: fc.oneof(amountAction('daily_budget'), amountAction('target_cpa'), status),
  ad_group: fc.oneof(amountAction('bid'), amountAction('cpa_goal'), status),
  keyword: fc.oneof(amountAction('bid'), status, fc.constant({ do: 'label', add: 1, remove: 2 })),
  search_term: fc.oneof(
    fc.constant({ do: 'negative', at: 'campaign' }),
    range.map((limits) => ({ do: 'add_keyword', campaign_id: 700, bid: { times_cpt: 1.1, ...limits } })),
  ),
};

function ruleOf(level: RuleLevel): fc.Arbitrary<CustomRule> {
  return fc.uniqueArray(fc.constantFrom(...windows), { minLength: 1, maxLength: 4 }).chain((pool) => {
    const then = fc
      .tuple(actionsOfLevels[level], fc.boolean())
      .map(([action, notifies]) => (notifies ? [action, { do: 'notify' }] : [action]));
    const ruleCase = fc.record({ when: conditionsOf(level, pool), then, once: fc.boolean() });
    return fc
      .record({
        level: fc.constant(level),
        claim_type: fc.constantFrom('click', 'view', 'total'),
        cases: fc.array(ruleCase, { minLength: 1, maxLength: 3 }),
        schedule: fc.record({ hours: fc.constantFrom([9], [0, 6, 12, 18], [2, 23]) }),
        priority: fc.integer({ min: 1, max: 999 }),
      })
      .map((entered) => readCustomRule(entered, sampleContext));
  });
}

/** Random rules that can be saved in the sample application. */
export const sampleRules: fc.Arbitrary<CustomRule> = fc.oneof(...ruleLevels.map(ruleOf));
