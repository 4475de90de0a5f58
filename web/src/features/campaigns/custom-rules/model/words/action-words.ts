import { decimalsOf } from '@tapwise/contract/money';
import { formatDecimals, formatExact } from '../../../../../shared/format/numbers.ts';
import type { EnteredAction, Entry } from '../../api/entered-rule.ts';
import { ruleWords as words } from '../../messages/rule-words.ts';
import { unitOfWorth } from '../draft/tap-worths.ts';
import type { RuleText } from './rule-text.ts';
import { enteredText, type RuleCurrencies } from './value-words.ts';
import { shortWindowText } from './window-words.ts';

/** Names of campaigns and labels by id; what is not among them is said by its id. */
export interface NamedIds {
  readonly campaigns: ReadonlyMap<number, string>;
  readonly labels: ReadonlyMap<number, string>;
}

interface ActionContext {
  readonly currencies: RuleCurrencies;
  readonly names: NamedIds;
}

/** An action in words: 'lower the bid by 10 %, not under 0.30 and not over 2.50'. */
export function actionWords(action: EnteredAction, { currencies, names }: ActionContext): RuleText {
  const amount = (entry: Entry | undefined): string =>
    typeof entry === 'number' ? formatDecimals(entry, decimalsOf(currencies.settings)) : '…';
  switch (action.do) {
    case 'bid':
    case 'cpa_goal':
    case 'target_cpa':
    case 'daily_budget':
      return [...changeWords(action, words.actions[action.do], amount, currencies), ...limitWords(action, amount)];
    case 'status':
      return [{ text: action.to === 'paused' ? words.pause : action.any === true ? words.startAny : words.start }];
    case 'label': {
      const added = action.add === undefined ? [] : labelWords(words.addLabel, action.add, names);
      const removed = action.remove === undefined ? [] : labelWords(words.removeLabel, action.remove, names);
      return added.length > 0 && removed.length > 0 ? [...added, { text: ', ' }, ...removed] : [...added, ...removed];
    }
    case 'add_keyword':
      return keywordWords(action, amount, names);
    case 'negative':
      return [{ text: words.negative[action.at ?? 'campaign'] }];
    case 'notify':
      return [{ text: words.notify }];
    default:
      return action.do satisfies never;
  }
}

type AmountText = (entry: Entry | undefined) => string;

function changeWords(
  { how, value, amount, percent, of = 'cpa', window, step }: EnteredAction,
  what: string,
  amountText: AmountText,
  currencies: RuleCurrencies,
): RuleText {
  const by = typeof percent === 'number' ? `${formatExact(percent)} %` : amountText(amount);
  if (how === 'set') return [{ text: `${words.set(what)} ` }, { text: amountText(value), strong: true }];
  if (how === 'raise') return [{ text: `${words.raise(what)} ` }, { text: by, strong: true }];
  if (how === 'lower') return [{ text: `${words.lower(what)} ` }, { text: by, strong: true }];
  const target = typeof value === 'number' ? enteredText(value, unitOfWorth(of), currencies) : '…';
  const range = window === undefined ? '' : ` ${shortWindowText(window)}`;
  return [
    { text: `${words.target(words.worths[of] ?? of)} ` },
    { text: `${target}${range}`, strong: true },
    { text: typeof step === 'number' ? `, ${words.step(formatExact(step))}` : '' },
  ];
}

function limitWords({ how, min, max }: EnteredAction, amount: AmountText): RuleText {
  const least =
    min === undefined || how === 'raise' ? [] : [{ text: `, ${words.notUnder} ` }, { text: amount(min), strong: true }];
  const most =
    max === undefined || how === 'lower' ? [] : [{ text: `, ${words.notOver} ` }, { text: amount(max), strong: true }];
  return [...least, ...most];
}

const nameOf = (id: Entry, names: ReadonlyMap<number, string>): string =>
  typeof id === 'number' ? (names.get(id) ?? String(id)) : '…';

const labelWords = (verb: string, id: Entry, { labels }: NamedIds): RuleText => [
  { text: `${verb} ` },
  { text: nameOf(id, labels), strong: true },
];

function keywordWords(
  { campaign_id, bid, negate }: EnteredAction,
  amount: AmountText,
  { campaigns }: NamedIds,
): RuleText {
  const times = typeof bid?.times_cpt === 'number' ? `${formatExact(Math.round(bid.times_cpt * 1e6) / 1e4)} %` : '…';
  const price: RuleText =
    bid?.value === undefined
      ? [{ text: times, strong: true }, { text: ` ${words.tapCost}` }]
      : [{ text: amount(bid.value), strong: true }];
  return [
    { text: `${words.addKeyword} ` },
    { text: nameOf(campaign_id ?? '', campaigns), strong: true },
    { text: `, ${words.bidding} ` },
    ...price,
    { text: negate === false ? '' : ` ${words.blocking}` },
  ];
}
