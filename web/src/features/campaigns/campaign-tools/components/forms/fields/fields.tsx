import { Dropdown, Field, Input, Option } from '@fluentui/react-components';
import { currencySymbol } from '../../../../../../shared/format/numbers.ts';
import { toolMessages as words } from '../../../messages.ts';
import type { FieldName, FormValues } from '../../../model/form-values.ts';
import type { ToolFormState } from '../use-tool-form.ts';
import styles from './fields.module.css';

type TextName = 'name' | 'buyerName' | 'buyerEmail' | 'billingContactEmail';
type AmountName = 'daily' | 'lifetime' | 'cpt' | 'cpa';

interface FieldProps<Name extends FieldName> {
  form: ToolFormState;
  name: Name;
}

/** The words of a field, and what is to be known about them in grey. */
export function FieldLabel({ text, note }: { text: string; note?: string | undefined }) {
  return (
    <>
      {text}
      {note !== undefined && <span className="regular muted"> {note}</span>}
    </>
  );
}

export function TextField({ form, name, email = false }: FieldProps<TextName> & { email?: boolean }) {
  return (
    <Field label={<FieldLabel text={words.labels[name]} />} validationMessage={form.errors[name]}>
      <Input
        name={name}
        type={email ? 'email' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={form.values[name]}
        onChange={(_, { value }) => form.set({ [name]: value })}
        onBlur={() => form.values[name] !== '' && form.touch(name)}
      />
    </Field>
  );
}

interface AmountProps extends FieldProps<AmountName> {
  optional?: boolean;
}

/** An amount in the currency of the ad organization; its sign may be typed and is taken off. */
export function AmountField({ form, name, optional = false }: AmountProps) {
  const sign = currencySymbol(form.currency);
  const bare = (text: string) => (text.trim().startsWith(sign) ? text.trim().slice(sign.length).trim() : text.trim());
  return (
    <Field
      label={<FieldLabel text={words.labels[name]} note={optional ? words.optionalIn(sign) : sign} />}
      validationMessage={form.errors[name]}
    >
      <Input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        input={{ className: styles.amount }}
        value={form.values[name]}
        onChange={(_, { value }) => form.set({ [name]: value })}
        onBlur={() => {
          const { [name]: text } = form.values;
          if (bare(text) !== text) form.set({ [name]: bare(text) });
          if (text !== '') form.touch(name);
        }}
      />
    </Field>
  );
}

/** One of three: devices or audience. */
export function ChoiceField<Name extends 'devices' | 'audience'>({ form, name }: FieldProps<Name>) {
  const texts: Readonly<Record<string, string>> = words[name];
  const { [name]: chosen } = form.values;
  return (
    <Field label={words.labels[name]}>
      <Dropdown
        name={name}
        className={styles.choice}
        value={texts[chosen] ?? ''}
        selectedOptions={[chosen]}
        onOptionSelect={(_, { optionValue }) => form.set({ [name]: optionValue } as Partial<FormValues>)}
      >
        {Object.entries(texts).map(([value, text]) => (
          <Option key={value} value={value}>
            {text}
          </Option>
        ))}
      </Dropdown>
    </Field>
  );
}

/** A box that is ticked, with what it does in grey. */
export function SwitchField({ form, name }: FieldProps<'automation' | 'searchMatch'>) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        name={name}
        checked={form.values[name]}
        onChange={(event) => form.set({ [name]: event.target.checked })}
      />
      <span>
        {words.labels[name]} <span className="regular muted">{hints[name]}</span>
      </span>
    </label>
  );
}

const hints = { automation: words.automationHint, searchMatch: words.searchMatchHint };

/** Whom Apple bills, where the organization pays on account. */
export function InvoiceFields({ form }: { form: ToolFormState }) {
  if (!form.onAccount) return null;
  return (
    <fieldset className={styles.invoice}>
      <legend>{words.invoice}</legend>
      <TextField form={form} name="buyerName" />
      <TextField form={form} name="buyerEmail" email />
      <TextField form={form} name="billingContactEmail" email />
    </fieldset>
  );
}
