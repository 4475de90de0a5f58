import type { RuleMetric, RuleTemplate } from '../../api/custom-rule-types.ts';
import type {
  EnteredAction,
  EnteredCampaigns,
  EnteredCase,
  EnteredNode,
  EnteredOperand,
  EnteredRule,
  EnteredTest,
} from '../../api/entered-rule.ts';
import { newId } from './draft-ids.ts';
import type {
  ActionDraft,
  CaseDraft,
  GroupDraft,
  NodeDraft,
  OperandDraft,
  RuleDraft,
  TestDraft,
} from './draft-types.ts';
import { formOfUnit, textOf } from './entered-numbers.ts';
import { unitOfWorth } from './tap-worths.ts';

export type Metrics = ReadonlyMap<string, RuleMetric>;

/** A rule as the builder shows it. */
export function draftOfRule(rule: EnteredRule, name: string, applyTo: EnteredCampaigns, metrics: Metrics): RuleDraft {
  return {
    name,
    template: null,
    params: [],
    level: rule.level,
    claimType: rule.claim_type ?? 'click',
    applyTo,
    scope: rule.scope ?? {},
    cases: rule.cases.map((entered) => caseDraft(entered, metrics)),
    schedule: rule.schedule ?? {},
    guards: rule.guards ?? {},
    priority: rule.priority ?? 500,
  };
}

/** A template as the builder shows it: what it asks for is empty. */
export function draftOfTemplate(
  { id, name, rule, params }: RuleTemplate,
  applyTo: EnteredCampaigns,
  metrics: Metrics,
): RuleDraft {
  return {
    ...draftOfRule(rule, name, applyTo, metrics),
    template: id,
    params: params.map((param) => ({ ...param, text: '' })),
  };
}

function caseDraft({ name, when, then, once }: EnteredCase, metrics: Metrics): CaseDraft {
  return {
    id: newId(),
    name: name ?? '',
    when: rootGroup(when, metrics),
    then: then.map(actionDraft),
    once: once ?? false,
  };
}

/** The builder always shows a group; a rule may have a condition alone. */
function rootGroup(when: EnteredNode, metrics: Metrics): GroupDraft {
  const node = nodeDraft(when, metrics);
  return node.kind === 'group'
    ? node
    : { kind: 'group', id: newId(), nots: 0, join: 'all', bare: true, children: [node] };
}

function nodeDraft(node: EnteredNode, metrics: Metrics, nots = 0): NodeDraft {
  if ('not' in node) return nodeDraft(node.not, metrics, nots + 1);
  if ('all' in node) return groupDraft('all', node.all, metrics, nots);
  if ('any' in node) return groupDraft('any', node.any, metrics, nots);
  return testDraft(node, metrics, nots);
}

const groupDraft = (
  join: GroupDraft['join'],
  children: readonly EnteredNode[],
  metrics: Metrics,
  nots: number,
): GroupDraft => ({
  kind: 'group',
  id: newId(),
  nots,
  join,
  bare: false,
  children: children.map((child) => nodeDraft(child, metrics)),
});

function testDraft(test: EnteredTest, metrics: Metrics, nots: number): TestDraft {
  const form = formOfUnit(metrics.get(test.metric)?.unit);
  return {
    kind: 'test',
    id: newId(),
    nots,
    metric: test.metric,
    of: test.of ?? 'self',
    window: test.window ?? null,
    perDay: test.per_day ?? false,
    op: test.op,
    value: textOf(test.value, form),
    low: textOf(test.values?.[0], form),
    high: textOf(test.values?.[1], form),
    than: test.than === undefined ? null : operandDraft(test.than, test.metric, metrics),
    floor: textOf(test.floor, 'plain'),
    atLeast: test.at_least ?? false,
  };
}

function operandDraft(than: EnteredOperand, metric: string, metrics: Metrics): OperandDraft {
  const { times = 1, plus = 0 } = than;
  return {
    metric: than.metric ?? null,
    of: than.of ?? null,
    window: than.window ?? null,
    perDay: than.per_day ?? null,
    times: textOf(times, 'percent'),
    plus: plus === 0 ? '' : textOf(plus, formOfUnit(metrics.get(than.metric ?? metric)?.unit)),
  };
}

function actionDraft(action: EnteredAction): ActionDraft {
  const { bid } = action;
  const byTapCost = bid === undefined ? true : bid.times_cpt !== undefined;
  return {
    id: newId(),
    do: action.do,
    how: action.how ?? 'lower',
    byPercent: action.amount === undefined,
    number: numberText(action),
    of: action.of ?? 'cpa',
    window: action.window ?? '14d',
    step: textOf(action.step, 'plain'),
    min: textOf(bid?.min ?? action.min, 'plain'),
    max: textOf(bid?.max ?? action.max, 'plain'),
    to: action.to ?? 'paused',
    any: action.any ?? false,
    add: textOf(action.add, 'plain'),
    remove: textOf(action.remove, 'plain'),
    campaignId: textOf(action.campaign_id, 'plain'),
    adGroupId: textOf(action.ad_group_id, 'plain'),
    byTapCost,
    negate: action.negate ?? true,
    at: action.at ?? 'campaign',
  };
}

function numberText({ bid, how, of, value, amount, percent }: EnteredAction): string {
  if (bid !== undefined)
    return bid.times_cpt === undefined ? textOf(bid.value, 'plain') : textOf(bid.times_cpt, 'percent');
  if (how === 'target') return textOf(value, formOfUnit(unitOfWorth(of ?? 'cpa')));
  return textOf(value ?? percent ?? amount, 'plain');
}
