import { currencySymbol } from '../../../../../../shared/format/numbers.ts';
import { builderWords as words } from '../../../messages/builder-words.ts';
import type { ActionDraft } from '../../../model/draft/draft-types.ts';
import { resolved } from '../../../model/draft/entered-numbers.ts';
import { faultAt } from '../../../model/draft/fault-texts.ts';
import { CheckField } from '../../fields/CheckField.tsx';
import { NumberField } from '../../fields/NumberField.tsx';
import { SelectField } from '../../fields/SelectField.tsx';
import { shownNumber } from '../conditions/ValueFields.tsx';
import { useBuilder } from '../state/builder-context.ts';

interface Props {
  action: ActionDraft;
  path: string;
  onChange: (action: ActionDraft) => void;
}

/** Where a search term is bought, and for how much. */
export function KeywordFields({ action, path, onChange }: Props) {
  const builder = useBuilder();
  const { groups, draft, faults, words: ruleContext } = builder;
  const sign = currencySymbol(ruleContext.currencies.settings);
  const campaigns = groups
    .flatMap((group) => group.campaigns)
    .map(({ id, name }) => ({ value: String(id), text: name }));
  const limit = (label: string, field: 'min' | 'max', unit: string) => (
    <NumberField
      label={label}
      {...shownNumber(action[field], builder)}
      unit={unit}
      fault={faultAt(faults, `${path}.bid.${field}`)}
      onChange={(text) => onChange({ ...action, [field]: text })}
    />
  );
  return (
    <>
      <SelectField
        size="range"
        label={words.campaign}
        value={resolved(action.campaignId, draft.params)}
        choices={campaigns}
        fault={faultAt(faults, `${path}.campaign_id`)}
        onChange={(campaignId) => onChange({ ...action, campaignId })}
      />
      <NumberField
        label={words.adGroup}
        {...shownNumber(action.adGroupId, builder)}
        unit={action.adGroupId === '' ? words.adGroupHint : ''}
        fault={faultAt(faults, `${path}.ad_group_id`)}
        onChange={(adGroupId) => onChange({ ...action, adGroupId })}
      />
      <span className="muted">{words.at}</span>
      <NumberField
        label={words.bid}
        {...shownNumber(action.number, builder)}
        unit={action.byTapCost ? '' : sign}
        fault={faultAt(faults, `${path}.bid.${action.byTapCost ? 'times_cpt' : 'value'}`)}
        onChange={(number) => onChange({ ...action, number })}
      />
      <SelectField
        size="range"
        label={words.bidKind}
        value={action.byTapCost ? 'times' : 'value'}
        choices={[
          { value: 'times', text: words.bidTimes },
          { value: 'value', text: words.bidValue },
        ]}
        onChange={(kind) => onChange({ ...action, byTapCost: kind === 'times' })}
      />
      {action.byTapCost && (
        <>
          <span className="muted">{words.neverUnder}</span>
          {limit(words.least, 'min', '')}
          <span className="muted">{words.orOver}</span>
          {limit(words.most, 'max', sign)}
        </>
      )}
      <CheckField label={words.negate} checked={action.negate} onChange={(negate) => onChange({ ...action, negate })} />
    </>
  );
}
