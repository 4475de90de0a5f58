import { Dropdown, Field, Input, Option } from '@fluentui/react-components';
import { currencySymbol } from '../../../../../shared/format/numbers.ts';
import type { RuleType } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import styles from './form.module.css';
import type { RuleFormState } from './use-rule-form.ts';

const words = automationMessages.form;

interface ChoiceProps<Value extends string> {
  label: string;
  name: string;
  choices: Readonly<Record<Value, string>>;
  chosen: Value | null;
  hint?: string | undefined;
  error?: string | undefined;
  onChoose: (value: Value) => void;
}

function ChoiceField<Value extends string>({
  label,
  name,
  choices,
  chosen,
  hint,
  error,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <Field label={label} hint={hint} validationMessage={error}>
      <Dropdown
        name={name}
        className={styles.choice}
        value={chosen === null ? '' : choices[chosen]}
        selectedOptions={chosen === null ? [] : [chosen]}
        onOptionSelect={(_, { optionValue }) => optionValue !== undefined && onChoose(optionValue as Value)}
      >
        {(Object.entries(choices) as [Value, string][]).map(([value, text]) => (
          <Option key={value} value={value}>
            {text}
          </Option>
        ))}
      </Dropdown>
    </Field>
  );
}

/** What kind of rule it is, which is chosen once, and its name. */
export function NameFields({ form, isNew }: { form: RuleFormState; isNew: boolean }) {
  const { values, errors } = form;
  return (
    <>
      {isNew && (
        <ChoiceField<RuleType>
          name="type"
          label={words.type}
          choices={automationMessages.types}
          chosen={values.type}
          hint={values.type === null ? undefined : automationMessages.templates[values.type][1]}
          error={errors.type}
          onChoose={(type) => form.set({ type })}
        />
      )}
      <Field label={words.name} validationMessage={errors.name}>
        <Input
          name="name"
          maxLength={100}
          autoComplete="off"
          value={values.name}
          onChange={(_, { value }) => form.set({ name: value })}
          onBlur={() => values.name !== '' && form.touch('name')}
        />
      </Field>
      {values.type !== null && values.type !== 'raise_bids' && <p className={styles.hint}>{words.filterParams}</p>}
    </>
  );
}

const updates = { '1': '1', '2': '2', '4': '4', '8': '8' } as const;

/** How often and by how much a bid goes up. */
export function StepFields({ form }: { form: RuleFormState }) {
  const { values, errors, currency } = form;
  return (
    <div className={styles.pair}>
      <ChoiceField
        name="campaignType"
        label={words.campaignType}
        choices={words.campaignTypes}
        chosen={values.campaignType}
        hint={words.campaignTypeHints[values.campaignType]}
        onChoose={(campaignType) => form.set({ campaignType })}
      />
      <ChoiceField
        name="updates"
        label={words.updates}
        choices={updates}
        chosen={String(values.updates) as keyof typeof updates}
        onChoose={(count) => form.set({ updates: Number(count) })}
      />
      <ChoiceField
        name="step"
        label={words.step}
        choices={words.steps}
        chosen={values.step}
        hint={words.stepHints[values.step]}
        onChoose={(step) => form.set({ step, stepValue: '' })}
      />
      {values.step !== 'default' && (
        <Field
          label={`${words.stepValue}, ${values.step === 'percentage' ? '%' : currencySymbol(currency)}`}
          validationMessage={errors.stepValue}
        >
          <Input
            name="stepValue"
            inputMode="decimal"
            autoComplete="off"
            value={values.stepValue}
            onChange={(_, { value }) => form.set({ stepValue: value })}
            onBlur={() => values.stepValue !== '' && form.touch('stepValue')}
          />
        </Field>
      )}
    </div>
  );
}

/** Which days count, and whether anything is really changed. */
export function WindowFields({ form }: { form: RuleFormState }) {
  const { values } = form;
  return (
    <>
      <ChoiceField
        name="window"
        label={words.window}
        choices={words.windows}
        chosen={values.window}
        hint={values.window === 'last_7' || values.window === 'last_30' ? words.windowHint : undefined}
        onChoose={(window) => form.set({ window })}
      />
      <label className={styles.box}>
        <input
          type="checkbox"
          name="shadow"
          checked={values.shadow}
          onChange={(event) => form.set({ shadow: event.target.checked })}
        />
        <span>
          {words.mode} <span className={styles.note}>{words.modeHint}</span>
        </span>
      </label>
    </>
  );
}
