import type { RuleMetric } from '../../api/custom-rule-types.ts';
import type { EnteredCase, EnteredNode, EnteredOperand, EnteredTest, Entry } from '../../api/entered-rule.ts';
import { ruleWords as words } from '../../messages/rule-words.ts';
import { actionWords, type NamedIds } from './action-words.ts';
import { phrase, type RuleText } from './rule-text.ts';
import { enteredText, type RuleCurrencies } from './value-words.ts';
import { shortWindowText } from './window-words.ts';

/** What a rule is described with: figures by name, currencies, and names of what it mentions by id. */
export interface WordsOfRule {
  readonly metrics: ReadonlyMap<string, RuleMetric>;
  readonly currencies: RuleCurrencies;
  readonly names: NamedIds;
}

/** A case in words: 'CPA 7d above 4.00, and spend 7d at least 20.00: lower the bid by 10 %, not under 0.30'. */
export function caseWords({ when, then, once }: EnteredCase, context: WordsOfRule): RuleText {
  const actions = phrase(
    ', ',
    then.map((action) => actionWords(action, context)),
  );
  const conditions = [...conditionWords(when, context), { text: ': ' }, ...actions];
  return once === true ? [...conditions, { text: `, ${words.once}` }] : conditions;
}

/** All cases of a rule as one text. */
export const ruleText = (cases: readonly EnteredCase[], context: WordsOfRule): RuleText =>
  cases.flatMap((ruleCase, index) => [
    { text: `${index === 0 ? words.if : ` ${words.elseIf}`} ` },
    ...caseWords(ruleCase, context),
    { text: '.' },
  ]);

function conditionWords(node: EnteredNode, context: WordsOfRule, isInside = false): RuleText {
  if ('not' in node) return [{ text: `${words.not} ` }, ...conditionWords(node.not, context, true)];
  if ('metric' in node) return testWords(node, context);
  const children = 'all' in node ? node.all : node.any;
  const join = 'all' in node ? `, ${words.and} ` : ` ${words.or} `;
  const joined = phrase(
    join,
    children.map((child) => conditionWords(child, context, true)),
  );
  return isInside && children.length > 1 ? [{ text: '(' }, ...joined, { text: ')' }] : joined;
}

/** 'CPA 7d above 4.00'. */
export function testWords(test: EnteredTest, { metrics, currencies }: WordsOfRule): RuleText {
  const metric = metrics.get(test.metric);
  const unit = metric?.unit ?? 'count';
  const limit = (entry: Entry | undefined): string =>
    typeof entry === 'number' ? enteredText(entry, unit, currencies) : '…';
  const start = [...figureWords(test, metrics), { text: ` ${words.operators[test.op]}` }];
  if (test.op === 'empty' || test.op === 'not_empty') return start;
  if (test.values !== undefined) {
    const [low, high] = test.values;
    return [
      ...start,
      { text: ` ${limit(low)}`, strong: true },
      { text: ` ${words.and} ` },
      { text: limit(high), strong: true },
    ];
  }
  if (test.than === undefined) return [...start, { text: ' ' }, { text: limit(test.value), strong: true }];
  return [...start, { text: ' ' }, ...operandWords(test, test.than, metrics, currencies)];
}

interface Figure {
  readonly metric: string;
  readonly of?: EnteredTest['of'];
  readonly window?: string | undefined;
  readonly per_day?: boolean | undefined;
}

function figureWords({ metric, of = 'self', window, per_day }: Figure, metrics: WordsOfRule['metrics']): RuleText {
  const label = metrics.get(metric)?.label ?? metric;
  const range = window === undefined ? [] : [{ text: ' ' }, { text: shortWindowText(window), strong: true }];
  const subject = of === 'self' ? '' : ` ${words.of} ${words.subjects[of]}`;
  return [{ text: `${label}${subject}` }, ...range, { text: per_day === true ? ` ${words.perDay}` : '' }];
}

function operandWords(
  test: EnteredTest,
  than: EnteredOperand,
  metrics: WordsOfRule['metrics'],
  currencies: RuleCurrencies,
): RuleText {
  const name = than.metric ?? test.metric;
  const metric = metrics.get(name);
  const { times = 1, plus = 0 } = than;
  const share = typeof times === 'number' ? enteredText(times, 'fraction', currencies) : '…';
  const isSame = than.metric === undefined && than.window === undefined && than.per_day === undefined;
  const subject = than.of ?? test.of ?? 'self';
  const figure: RuleText =
    isSame || (name === test.metric && than.window === undefined && subject !== 'self')
      ? [{ text: words.subjects[subject] }]
      : figureWords(
          {
            metric: name,
            of: subject,
            window: metric?.window === false ? undefined : (than.window ?? test.window),
            per_day: than.per_day,
          },
          metrics,
        );
  if (typeof plus !== 'number' || plus === 0)
    return [{ text: share, strong: true }, { text: ` ${words.of} ` }, ...figure];
  const sum = enteredText(Math.abs(plus), metric?.unit ?? 'count', currencies);
  const sign = plus < 0 ? words.minus : words.plus;
  return [
    { text: share, strong: true },
    { text: ` ${words.of} ` },
    ...figure,
    { text: ` ${sign} ` },
    { text: sum, strong: true },
  ];
}
