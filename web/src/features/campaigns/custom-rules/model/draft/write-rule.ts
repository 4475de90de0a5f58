import type { EnteredCase, EnteredNode, EnteredOperand, EnteredRule, EnteredTest } from '../../api/entered-rule.ts';
import { actionPath, childPath, conditionsPath, insideNots, isBare } from './draft-paths.ts';
import type {
  CaseDraft,
  DraftFault,
  GroupDraft,
  NodeDraft,
  OperandDraft,
  RuleDraft,
  TestDraft,
} from './draft-types.ts';
import { formOfUnit } from './entered-numbers.ts';
import { type NumberEntry, numberEntry } from './number-entry.ts';
import type { Metrics } from './read-draft.ts';
import { writtenScope } from './scope-filters.ts';
import { writeAction } from './write-action.ts';

/** A rule as it is sent, or what is missing before it can be. */
export type WrittenRule =
  | { readonly rule: EnteredRule; readonly faults: readonly [] }
  | { readonly rule: null; readonly faults: readonly DraftFault[] };

/** The rule that a draft describes. Only what cannot be sent is refused here; the rest is the server's to say. */
export function ruleOfDraft(draft: RuleDraft, metrics: Metrics): WrittenRule {
  const faults: DraftFault[] = [];
  const entry = numberEntry(draft.params, faults);
  const { level, claimType: claim_type, schedule, guards, priority } = draft;
  const scope = writtenScope(draft.scope);
  const cases = draft.cases.map((ruleCase, index) => writeCase(ruleCase, index, { entry, faults, metrics }));
  if (faults.length > 0) return { rule: null, faults };
  return { rule: { level, claim_type, scope, cases, schedule, guards, priority }, faults: [] };
}

interface Writing {
  readonly entry: NumberEntry;
  readonly faults: DraftFault[];
  readonly metrics: Metrics;
}

function writeCase({ name, when, then, once }: CaseDraft, index: number, writing: Writing): EnteredCase {
  const path = conditionsPath(index);
  if (!hasTests(when)) writing.faults.push({ path, message: 'Add at least one condition' });
  if (then.length === 0) writing.faults.push({ path: `cases[${index}].then`, message: 'Add at least one action' });
  const trimmed = name.trim();
  return {
    ...(trimmed === '' ? {} : { name: trimmed }),
    when: writeNode(when, path, writing),
    then: then.map((action, at) => writeAction(action, actionPath(index, at), writing.entry)),
    once,
  };
}

const hasTests = ({ children }: GroupDraft): boolean =>
  children.some((child) => child.kind === 'test' || hasTests(child));

function writeNode(node: NodeDraft, path: string, writing: Writing): EnteredNode {
  const inner = insideNots(path, node);
  const written = node.kind === 'test' ? writeTest(node, inner, writing) : writeGroup(node, path, writing);
  return Array.from({ length: node.nots }).reduce<EnteredNode>((not) => ({ not }), written);
}

function writeGroup(group: GroupDraft, path: string, writing: Writing): EnteredNode {
  const children = group.children.map((child, index) => writeNode(child, childPath(path, group, index), writing));
  const [only] = children;
  if (isBare(group) && only !== undefined) return only;
  return group.join === 'all' ? { all: children } : { any: children };
}

function writeTest(test: TestDraft, path: string, { entry, metrics }: Writing): EnteredTest {
  const form = formOfUnit(metrics.get(test.metric)?.unit);
  const { metric, of, window, perDay: per_day, op, atLeast: at_least, than } = test;
  const floor = entry.optional(test.floor, 'plain', `${path}.floor`);
  const figure = { metric, of, ...(window === null ? {} : { window }), per_day, op, at_least };
  const common = floor === undefined ? figure : { ...figure, floor };
  if (op === 'empty' || op === 'not_empty') return common;
  if (op === 'between' || op === 'outside') {
    const values = [
      entry.required(test.low, form, `${path}.values`),
      entry.required(test.high, form, `${path}.values`),
    ];
    return { ...common, values };
  }
  if (than !== null) return { ...common, than: writeOperand(than, metric, path, { entry, metrics }) };
  return { ...common, value: entry.required(test.value, form, `${path}.value`) };
}

function writeOperand(
  { metric, of, window, perDay, times, plus }: OperandDraft,
  testMetric: string,
  path: string,
  { entry, metrics }: Pick<Writing, 'entry' | 'metrics'>,
): EnteredOperand {
  const form = formOfUnit(metrics.get(metric ?? testMetric)?.unit);
  return {
    ...(metric === null ? {} : { metric }),
    ...(of === null ? {} : { of }),
    ...(window === null ? {} : { window }),
    ...(perDay === null ? {} : { per_day: perDay }),
    times: entry.required(times, 'percent', `${path}.than.times`),
    plus: entry.optional(plus, form, `${path}.than.plus`) ?? 0,
  };
}
