import type { RuleUnit } from '../../api/custom-rule-types.ts';
import type { Entry } from '../../api/entered-rule.ts';
import type { DraftParam, NumberText } from './draft-types.ts';

/** How a number is typed: as it is, or as a percentage of what is sent. */
export type NumberForm = 'plain' | 'percent';

/** Fractions are typed in percent. */
export const formOfUnit = (unit: RuleUnit | undefined): NumberForm => (unit === 'fraction' ? 'percent' : 'plain');

const millionths = 1e6;

/** Whether a text is the param of a template. */
export const isParam = (text: string): boolean => /^\$[a-z]+$/.test(text);

/** A number of a rule as it is shown in its field. */
export function textOf(entry: Entry | undefined, form: NumberForm): NumberText {
  if (entry === undefined) return '';
  if (typeof entry === 'string') return entry;
  return String(form === 'percent' ? Math.round(entry * millionths * 100) / millionths : entry);
}

/** What was entered for a param, or the text itself. */
export const resolved = (text: NumberText, params: readonly DraftParam[]): NumberText =>
  isParam(text) ? (params.find(({ name }) => name === text)?.text ?? '') : text;

/** What was typed as a number of a rule; `null` where it is none. */
export function numberOf(text: NumberText, form: NumberForm): number | null {
  const digits = text
    .trim()
    .replace(/^[$€£¥]\s?/, '')
    .replace(/\s?%$/, '');
  if (!/^[-−]?(?:\d+\.?\d*|\.\d+)$/.test(digits)) return null;
  const typed = Number(digits.replace('−', '-'));
  // Whole millionths: 0.07 is what 7 % is sent as.
  return form === 'percent' ? Math.round((typed / 100) * millionths) / millionths : typed;
}
