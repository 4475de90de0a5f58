import type { RuleLevel } from '../../../api/entered-rule.ts';
import { builderWords } from '../../../messages/builder-words.ts';
import type { ActionDraft } from '../../../model/draft/draft-types.ts';
import type { Choice } from '../../fields/SelectField.tsx';

/** What is done, and with amounts in which way, as one choice. */
export type ActionKind = keyof typeof builderWords.actions;

const amounts = ['bid', 'cpa_goal', 'target_cpa', 'daily_budget'] as const;
type AmountName = (typeof amounts)[number];

const kindsOfLevels: Readonly<Record<RuleLevel, readonly ActionKind[]>> = {
  campaign: [
    'daily_budget:lower',
    'daily_budget:raise',
    'daily_budget:set',
    'target_cpa:lower',
    'target_cpa:raise',
    'target_cpa:set',
    'status:paused',
    'status:running',
    'label',
    'notify',
  ],
  ad_group: [
    'bid:lower',
    'bid:raise',
    'bid:set',
    'bid:target',
    'cpa_goal:lower',
    'cpa_goal:raise',
    'cpa_goal:set',
    'status:paused',
    'status:running',
    'label',
    'notify',
  ],
  keyword: ['bid:lower', 'bid:raise', 'bid:set', 'bid:target', 'status:paused', 'status:running', 'label', 'notify'],
  search_term: ['add_keyword', 'negative', 'notify'],
};

/** What units of a level can be done with. */
export const actionChoices = (level: RuleLevel): Choice<ActionKind>[] =>
  kindsOfLevels[level].map((value) => ({ value, text: builderWords.actions[value] }));

/** The first of them. */
export const firstAction = (level: RuleLevel): ActionKind => kindsOfLevels[level][0] ?? 'notify';

const isAmount = (name: string): name is AmountName => amounts.some((amount) => amount === name);

/** The choice that shows an action. */
export function kindOfAction({ do: name, how, to }: ActionDraft): ActionKind {
  if (name === 'status') return `status:${to}`;
  if (!isAmount(name)) return name;
  if (name === 'bid') return `bid:${how}`;
  return how === 'target' ? `${name}:set` : `${name}:${how}`;
}

/** An action as another choice has it; numbers that both have stay. */
export function withKind(action: ActionDraft, kind: ActionKind): ActionDraft {
  const [name = '', detail = ''] = kind.split(':');
  switch (name) {
    case 'bid':
    case 'cpa_goal':
    case 'target_cpa':
    case 'daily_budget':
      return {
        ...action,
        do: name,
        how: detail === 'raise' || detail === 'set' || detail === 'target' ? detail : 'lower',
      };
    case 'status':
      return { ...action, do: 'status', to: detail === 'running' ? 'running' : 'paused' };
    case 'label':
    case 'add_keyword':
    case 'negative':
      return { ...action, do: name };
    default:
      return { ...action, do: 'notify' };
  }
}
