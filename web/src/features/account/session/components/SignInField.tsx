import { Eye20Regular } from '@fluentui/react-icons/svg/eye';
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off';
import { useId, useState } from 'react';
import styles from './sign-in.module.css';

interface Props {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autoComplete: string;
  value: string;
  error?: string | undefined;
  /** Absent for what is only shown. */
  onChange?: (value: string) => void;
}

/** One labelled box of the sign-in form; a password can be looked at. */
export function SignInField({ name, label, type, autoComplete, value, error, onChange }: Props) {
  const [visible, setVisible] = useState(false);
  const id = useId();
  return (
    <div className="grid gap-4">
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-wrong={error !== undefined || undefined}>
        <input
          id={id}
          name={name}
          type={visible ? 'text' : type}
          autoComplete={autoComplete}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          readOnly={onChange === undefined}
          onChange={(event) => onChange?.(event.target.value)}
        />
        {type === 'password' && (
          <button
            type="button"
            aria-label={visible ? 'Hide password' : 'Show password'}
            onClick={() => setVisible(!visible)}
          >
            {visible ? <EyeOff20Regular /> : <Eye20Regular />}
          </button>
        )}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </div>
  );
}
