import { Field, Input, Radio, RadioGroup } from '@fluentui/react-components';
import { currencySymbol } from '../../../../../shared/format/numbers.ts';
import { settingsChangeMessages as words } from '../../messages.ts';
import type { SettingsChangeLevel } from '../../model/pending-edit.ts';
import styles from './bulk.module.css';
import type { BulkChoice, BulkForm as Form } from './use-bulk-form.ts';

interface Props {
  form: Form;
  level: SettingsChangeLevel;
  currency: string;
}

/** What is changed, how, and in which rows. */
export function BulkForm({ form: { choice, change, refusal }, level, currency }: Props) {
  const { field, action, by, value, condition, threshold } = choice;
  const actions =
    field === 'cpa_goal'
      ? (['set', 'increase', 'decrease', 'clear'] as const)
      : (['set', 'increase', 'decrease'] as const);
  const sized = action === 'increase' || action === 'decrease';
  const wrong = refusal !== null && value.trim() !== '' && refusal !== words.needsThreshold ? refusal : undefined;
  return (
    <>
      {level === 'ad_group' && (
        <Choice<BulkChoice['field']>
          label={words.what}
          value={field}
          options={{ cpt_bid: words.fields.cpt_bid ?? '', cpa_goal: words.fields.cpa_goal ?? '' }}
          onChange={(next) => change({ field: next })}
        />
      )}
      <Choice<BulkChoice['action']>
        label={words.action}
        value={action}
        options={Object.fromEntries(actions.map((kind) => [kind, words.actionNames[kind]]))}
        onChange={(next) => change({ action: next })}
      />
      {sized && (
        <Choice<BulkChoice['by']>
          label={words.by}
          value={by}
          options={words.byNames}
          onChange={(next) => change({ by: next })}
        />
      )}
      {action !== 'clear' && (
        <Field label={words.value} validationMessage={wrong} className={styles.short}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={value}
            contentAfter={<span>{sized && by === 'percent' ? '%' : currencySymbol(currency)}</span>}
            onChange={(_, data) => change({ value: data.value })}
          />
        </Field>
      )}
      <Choice<BulkChoice['condition']>
        label={words.condition}
        value={condition}
        options={words.conditionNames}
        onChange={(next) => change({ condition: next })}
      />
      {condition !== 'all' && (
        <Field label={words.threshold} className={styles.short}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={threshold}
            contentBefore={<span>≤</span>}
            onChange={(_, data) => change({ threshold: data.value })}
          />
        </Field>
      )}
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: Readonly<Partial<Record<Value, string>>>;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      <RadioGroup layout="horizontal" value={value} onChange={(_, data) => onChange(data.value as Value)}>
        {Object.entries(options).map(([key, name]) => (
          <Radio key={key} value={key} label={String(name)} />
        ))}
      </RadioGroup>
    </Field>
  );
}
