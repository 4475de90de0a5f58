import { formatDay } from '../../../../../shared/calendar/day-texts.ts';
import { formatCount, unknown } from '../../../../../shared/format/numbers.ts';
import type { CustomVerdict, VerdictTest } from '../../api/custom-rule-types.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { verdictWords as words } from '../../messages/verdict-words.ts';
import type { WordsOfRule } from '../words/case-words.ts';
import { distanceText, valueText } from '../words/value-words.ts';
import { letsMatch } from './lets-match.ts';

type Context = Pick<WordsOfRule, 'metrics' | 'currencies'>;

/** Whether a condition is of a case, by its index. */
export const isOfCase = ({ path }: Pick<VerdictTest, 'path'>, index: number): boolean =>
  path.startsWith(`cases[${index}].`);

/** The condition that is named first: of what was changed the first that let it match, else the first that did not. */
export function decidingTest({ verdict, case: index, tests }: CustomVerdict): VerdictTest | undefined {
  const ofCase = index === null ? tests : tests.filter((test) => isOfCase(test, index));
  const result = verdict === 'acted' || verdict === 'notified';
  if (verdict === 'no_data') return ofCase.find((test) => test.result === null);
  return ofCase.find((test) => letsMatch(test) === result);
}

/** 'CPA 5.12 above 4.00', or that it is not. */
export function testText(
  { metric: name, op, value, limit, result }: VerdictTest,
  { metrics, currencies }: Context,
): string {
  const metric = metrics.get(name);
  const label = metric?.label ?? name;
  const text = (number: number) => valueText(number, metric?.unit ?? 'count', currencies);
  const start = value === null ? label : `${label} ${text(value)}`;
  if (op === null || limit === null) return start;
  const limits = typeof limit === 'number' ? text(limit) : limit.map(text).join(` ${ruleWords.and} `);
  return `${start}${result === false ? ', not' : ''} ${ruleWords.operators[op]} ${limits}`;
}

/** What a condition asks: 'CPA above 4.00'. */
export function conditionText(
  { metric: name, op, limit, per_day }: VerdictTest,
  { metrics, currencies }: Context,
): string {
  const metric = metrics.get(name);
  const label = `${metric?.label ?? name}${per_day ? ` ${ruleWords.perDay}` : ''}`;
  if (op === null) return label;
  const text = (number: number) => valueText(number, metric?.unit ?? 'count', currencies);
  if (limit === null) return `${label} ${ruleWords.operators[op]}`;
  const limits = typeof limit === 'number' ? text(limit) : limit.map(text).join(` ${ruleWords.and} `);
  return `${label} ${ruleWords.operators[op]} ${limits}`;
}

/** What the figure was. */
export const measuredText = ({ metric, value }: VerdictTest, { metrics, currencies }: Context): string =>
  value === null ? unknown : valueText(value, metrics.get(metric)?.unit ?? 'count', currencies);

/** What decided about a unit, in a few words. */
export function whatDecided(verdict: CustomVerdict, context: Context): string {
  const { verdict: kind, reason, message, actions } = verdict;
  if (kind === 'acted' || kind === 'notified' || kind === 'no_match') {
    const test = decidingTest(verdict);
    return test === undefined ? (message ?? words.noMatch) : testText(test, context);
  }
  if (reason !== null) return message ?? words.reasons[reason];
  const limited = actions.find(({ limited_by }) => limited_by !== null)?.limited_by;
  if (kind === 'limited' && limited != null) return words.limits[limited];
  return sentence(message ?? words.verdicts[kind]);
}

/** A text with a capital letter at its start. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The distance of a condition from being true: '0.58', of percentages '18.80 pp'; `null` where that has no size. */
export function gapText({ metric: name, gap }: VerdictTest, { metrics, currencies }: Context): string | null {
  return gap === null ? null : distanceText(gap, metrics.get(name)?.unit ?? 'count', currencies);
}

/** What a row says at its end: what a unit lacks for a change, or until when it waits. */
export function distanceOf(verdict: CustomVerdict, context: Context): string {
  if (verdict.until !== null) return words.until(formatDay(verdict.until.slice(0, 10), verdict.until.slice(0, 10)));
  if (verdict.verdict !== 'no_match' && verdict.verdict !== 'no_data') return unknown;
  const test = decidingTest(verdict);
  if (test?.needs != null) return words.needs(formatCount(test.needs.more), nounOf(test.needs.metric));
  const gap = test === undefined ? null : gapText(test, context);
  return gap === null ? unknown : words.short(gap);
}

/** Name of a count in a sentence: 'first launches'. */
const nounOf = (metric: string): string => metric.replaceAll('_', ' ');
