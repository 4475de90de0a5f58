import { amountText } from '../../../shared/money/amount.ts';
import type { ActionVerdict, RuleVerdict } from '../evaluation/rule-verdict.ts';

const settingNames = {
  bid: 'bid',
  cpa_goal: 'CPA goal',
  target_cpa: 'target CPA',
  daily_budget: 'daily budget',
} as const;

const limitNames = {
  step: 'step',
  min: 'lowest value',
  max: 'highest value',
  daily_budget: 'daily budget',
  guardrail: 'guardrail',
} as const;

/** What an action does, in the past tense: 'Lowered the bid of "sleep sounds" from 1.20 to 1.08 USD'. */
function actionText({ do: name, old, new: set, limited_by }: ActionVerdict, unit: string, currency: string): string {
  const limited = limited_by === null ? '' : ` (limited by ${limitNames[limited_by]})`;
  switch (name) {
    case 'status':
      return `${set === 'PAUSED' ? 'Paused' : 'Started'} "${unit}"`;
    case 'label':
      return `Changed the labels of "${unit}" to "${set}"`;
    case 'add_keyword':
      return `Added "${unit}" as keyword at ${amount(set, currency)}${limited}`;
    case 'negative':
      return `Added "${unit}" as negative keyword`;
    case 'notify':
      return `Notice about "${unit}"`;
    default: {
      const from = typeof old === 'number' ? ` from ${amountText(old, currency)}` : '';
      const verb = typeof old !== 'number' || typeof set !== 'number' ? 'Set' : set > old ? 'Raised' : 'Lowered';
      return `${verb} the ${settingNames[name]} of "${unit}"${from} to ${amount(set, currency)}${limited}`;
    }
  }
}

const amount = (value: ActionVerdict['new'], currency: string): string =>
  typeof value === 'number' ? `${amountText(value, currency)} ${currency}` : String(value);

/** What a sentence is made of. */
export interface SentenceParts {
  readonly name: string;
  readonly verdict: RuleVerdict['verdict'];
  readonly actions: readonly ActionVerdict[];
  readonly message: string | null;
  /** Why the conditions matched. */
  readonly cause: string | null;
  /** Of settings. */
  readonly currency: string;
}

/** A verdict as the log of the rule shows it, in labels of figures. */
export function sentenceOf({ name, verdict, actions, message, cause, currency }: SentenceParts): string {
  if (verdict !== 'acted' && verdict !== 'notified')
    return `Left "${name}" as it is${message === null ? '' : `: ${message}`}`;
  const texts = actions
    .filter(({ do: action, new: set }) => (action === 'notify' ? verdict === 'notified' : set !== null))
    .map((action, index) => {
      const text = actionText(action, name, currency);
      return index === 0 ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
    });
  return cause === null ? texts.join(', ') : `${texts.join(', ')}: ${cause}`;
}

/** The same of what would have been done. */
export const suggestedSentence = (sentence: string): string =>
  `Would have ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
