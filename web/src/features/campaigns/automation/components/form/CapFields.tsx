import { Field, Input } from '@fluentui/react-components';
import { currencySymbol } from '../../../../../shared/format/numbers.ts';
import { automationMessages } from '../../messages.ts';
import { type CapName, capName, capNames, unitOfCap } from '../../model/amounts.ts';
import styles from './form.module.css';
import type { RuleFormState } from './use-rule-form.ts';

const words = automationMessages.form;

/** Where raising stops. Nothing entered limits nothing. */
export function CapFields({ form }: { form: RuleFormState }) {
  return (
    <fieldset className={styles.caps}>
      <legend>
        {words.caps}
        <span>{words.capsHint}</span>
      </legend>
      {capNames.map((cap) => (
        <CapField key={cap} form={form} cap={cap} />
      ))}
    </fieldset>
  );
}

function CapField({ form, cap }: { form: RuleFormState; cap: CapName }) {
  const { values, errors, currency } = form;
  const { [cap]: text } = values.caps;
  const signs = { count: '', share: '%', money: currencySymbol(currency) };
  const { [unitOfCap[cap]]: sign } = signs;
  const label = `${cap === 'impression_share_cap' ? 'Impression share' : capName(cap)} cap`;
  const bare = text
    .trim()
    .replace(/^[^\d.-]+/, '')
    .replace(/\s*%$/, '');
  return (
    <Field label={sign === '' ? label : `${label}, ${sign}`} validationMessage={errors[cap]}>
      <Input
        name={cap}
        inputMode={unitOfCap[cap] === 'count' ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={text}
        onChange={(_, { value }) => form.set({ caps: { ...values.caps, [cap]: value } })}
        onBlur={() => {
          if (bare !== text && bare !== '') form.set({ caps: { ...values.caps, [cap]: bare } });
          if (text !== '') form.touch(cap);
        }}
      />
    </Field>
  );
}
