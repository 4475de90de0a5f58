import { currencySymbol } from '../../../../../../shared/format/numbers.ts';
import { builderWords as words } from '../../../messages/builder-words.ts';
import { ruleWords } from '../../../messages/rule-words.ts';
import type { ActionDraft } from '../../../model/draft/draft-types.ts';
import { faultAt } from '../../../model/draft/fault-texts.ts';
import { tapWorths, unitOfWorth } from '../../../model/draft/tap-worths.ts';
import { windowText } from '../../../model/words/window-words.ts';
import { NumberField } from '../../fields/NumberField.tsx';
import { SelectField } from '../../fields/SelectField.tsx';
import { shownNumber, unitText } from '../conditions/ValueFields.tsx';
import { useBuilder } from '../state/builder-context.ts';

interface Props {
  action: ActionDraft;
  path: string;
  onChange: (action: ActionDraft) => void;
}

/** By how much an amount is changed, and its limits. */
export function AmountFields({ action, path, onChange }: Props) {
  const builder = useBuilder();
  const sign = currencySymbol(builder.words.currencies.settings);
  const fault = (field: string) => faultAt(builder.faults, `${path}.${field}`);
  return (
    <>
      <ChangeFields action={action} path={path} onChange={onChange} />
      <span className="muted">{words.neverUnder}</span>
      <NumberField
        label={words.least}
        {...shownNumber(action.min, builder)}
        fault={fault('min')}
        onChange={(min) => onChange({ ...action, min })}
      />
      <span className="muted">{words.orOver}</span>
      <NumberField
        label={words.most}
        {...shownNumber(action.max, builder)}
        unit={sign}
        fault={fault('max')}
        onChange={(max) => onChange({ ...action, max })}
      />
    </>
  );
}

const targetDays = ['7d', '14d', '28d', '30d', '60d', '90d', '7d-mature', '14d-mature', '28d-mature', 'life'];

function ChangeFields({ action, path, onChange }: Props) {
  const builder = useBuilder();
  const sign = currencySymbol(builder.words.currencies.settings);
  const number = (label: string, field: string, unit: string) => (
    <NumberField
      label={label}
      {...shownNumber(action.number, builder)}
      unit={unit}
      fault={faultAt(builder.faults, `${path}.${field}`)}
      onChange={(text) => onChange({ ...action, number: text })}
    />
  );
  if (action.how === 'set') {
    return (
      <>
        <span className="muted">{words.toValue}</span>
        {number(words.amount, 'value', sign)}
      </>
    );
  }
  if (action.how !== 'target') {
    return (
      <>
        <span className="muted">{words.by}</span>
        {number(words.amount, action.byPercent ? 'percent' : 'amount', '')}
        <SelectField
          size="word"
          label={words.byKind}
          value={action.byPercent ? 'percent' : 'amount'}
          choices={[
            { value: 'percent', text: words.percent },
            { value: 'amount', text: sign },
          ]}
          onChange={(kind) => onChange({ ...action, byPercent: kind === 'percent' })}
        />
      </>
    );
  }
  const ranges = targetDays.includes(action.window) ? targetDays : [...targetDays, action.window];
  return (
    <>
      <span className="muted">{words.at}</span>
      <SelectField
        size="metric"
        label={words.worthOf}
        value={action.of}
        choices={tapWorths.map((value) => ({ value, text: ruleWords.worths[value] ?? value }))}
        onChange={(of) => onChange({ ...action, of })}
      />
      {number(words.targetAmount, 'value', unitText(unitOfWorth(action.of), builder))}
      <span className="muted">{words.over}</span>
      <SelectField
        size="range"
        label={words.targetDays}
        value={action.window}
        choices={ranges.map((value) => ({ value, text: windowText(value) }))}
        onChange={(window) => onChange({ ...action, window })}
      />
      <NumberField
        label={words.step}
        {...shownNumber(action.step, builder)}
        placeholder="25"
        unit={words.stepHint}
        fault={faultAt(builder.faults, `${path}.step`)}
        onChange={(step) => onChange({ ...action, step })}
      />
    </>
  );
}
