import type { EnteredAction, EnteredTermBid } from '../../api/entered-rule.ts';
import type { ActionDraft } from './draft-types.ts';
import { formOfUnit } from './entered-numbers.ts';
import type { NumberEntry } from './number-entry.ts';
import { unitOfWorth } from './tap-worths.ts';

const bidLimits = 'Enter the lowest and the highest bid';

/** An action with the fields of its kind alone. */
export function writeAction(action: ActionDraft, path: string, entry: NumberEntry): EnteredAction {
  switch (action.do) {
    case 'bid':
      return { do: 'bid', ...writeChange(action, path, entry), ...requiredLimits(action, path, entry) };
    case 'cpa_goal':
    case 'target_cpa':
    case 'daily_budget':
      return { do: action.do, ...writeChange(action, path, entry), ...optionalLimits(action, path, entry) };
    case 'status':
      return { do: 'status', to: action.to, any: action.any };
    case 'label':
      return { do: 'label', ...labels(action, path, entry) };
    case 'add_keyword': {
      const adGroup = entry.optional(action.adGroupId, 'plain', `${path}.ad_group_id`);
      return {
        do: 'add_keyword',
        campaign_id: entry.required(action.campaignId, 'plain', `${path}.campaign_id`, 'Choose a campaign'),
        ...(adGroup === undefined ? {} : { ad_group_id: adGroup }),
        bid: termBid(action, path, entry),
        negate: action.negate,
      };
    }
    case 'negative':
      return { do: 'negative', at: action.at };
    case 'notify':
      return { do: 'notify' };
    default:
      return action.do satisfies never;
  }
}

function writeChange(action: ActionDraft, path: string, entry: NumberEntry): Omit<EnteredAction, 'do'> {
  const { how, number, byPercent } = action;
  if (how === 'set') return { how, value: entry.required(number, 'plain', `${path}.value`) };
  if (how !== 'target') {
    return byPercent
      ? { how, percent: entry.required(number, 'plain', `${path}.percent`) }
      : { how, amount: entry.required(number, 'plain', `${path}.amount`) };
  }
  const { of, window, step } = action;
  const value = entry.required(number, formOfUnit(unitOfWorth(of)), `${path}.value`);
  return { how, of, value, window, step: entry.optional(step, 'plain', `${path}.step`) ?? 25 };
}

const requiredLimits = ({ min, max }: ActionDraft, path: string, entry: NumberEntry) => ({
  min: entry.required(min, 'plain', `${path}.min`, bidLimits),
  max: entry.required(max, 'plain', `${path}.max`, bidLimits),
});

function optionalLimits({ min, max }: ActionDraft, path: string, entry: NumberEntry) {
  const least = entry.optional(min, 'plain', `${path}.min`);
  const most = entry.optional(max, 'plain', `${path}.max`);
  return { ...(least === undefined ? {} : { min: least }), ...(most === undefined ? {} : { max: most }) };
}

function labels({ add, remove }: ActionDraft, path: string, entry: NumberEntry) {
  const added = entry.optional(add, 'plain', `${path}.add`);
  const removed = entry.optional(remove, 'plain', `${path}.remove`);
  if (added === undefined && removed === undefined) entry.required('', 'plain', `${path}.add`, 'Choose a label');
  return { ...(added === undefined ? {} : { add: added }), ...(removed === undefined ? {} : { remove: removed }) };
}

function termBid(action: ActionDraft, path: string, entry: NumberEntry): EnteredTermBid {
  const { byTapCost, number } = action;
  if (!byTapCost) return { value: entry.required(number, 'plain', `${path}.bid.value`) };
  return {
    times_cpt: entry.required(number, 'percent', `${path}.bid.times_cpt`),
    ...requiredLimits(action, `${path}.bid`, entry),
  };
}
