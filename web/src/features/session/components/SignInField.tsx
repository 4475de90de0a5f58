import { Button, Field, Input } from '@fluentui/react-components';
import { Eye20Regular } from '@fluentui/react-icons/svg/eye';
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off';
import { useState } from 'react';

interface Props {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autoComplete: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** One labelled box of the sign-in form; a password can be looked at. */
export function SignInField({ name, label, type, autoComplete, value, error, onChange }: Props) {
  const [shown, setShown] = useState(false);
  const eye = (
    <Button
      appearance="transparent"
      icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
      aria-label={shown ? 'Hide password' : 'Show password'}
      onClick={() => setShown(!shown)}
    />
  );
  return (
    <Field label={label} validationMessage={error} validationState={error === undefined ? 'none' : 'error'}>
      <Input
        size="large"
        name={name}
        type={shown ? 'text' : type}
        autoComplete={autoComplete}
        value={value}
        onChange={(_, data) => onChange(data.value)}
        contentAfter={type === 'password' ? eye : undefined}
      />
    </Field>
  );
}
