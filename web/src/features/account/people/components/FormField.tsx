import { Field, Input } from '@fluentui/react-components';

interface Props {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  hint?: string;
  fault?: string | undefined;
}

/** A labelled box of a form, with what is wrong with it. */
export function FormField({ name, label, value, onChange, type = 'text', autoComplete = 'off', hint, fault }: Props) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} validationMessage={fault}>
      <Input
        name={name}
        type={type}
        autoComplete={autoComplete}
        value={value}
        onChange={(_, data) => onChange(data.value)}
      />
    </Field>
  );
}
