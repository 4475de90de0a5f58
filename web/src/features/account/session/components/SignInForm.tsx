import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSignIn } from '../api/session-api.ts';
import { sessionMessages as words } from '../messages.ts';
import { checkSignIn, type SignInErrors, type SignInFields, type SignInMode } from '../model/sign-in-form.ts';
import { DemoButton } from './DemoButton.tsx';
import { ModeTabs } from './ModeTabs.tsx';
import { Refusal } from './Refusal.tsx';
import { SignInField } from './SignInField.tsx';
import styles from './sign-in.module.css';

interface Props {
  mode: SignInMode;
  onMode: (mode: SignInMode) => void;
}

/** Sign-up and log-in in one card. What was typed stays when the mode changes. */
export function SignInForm({ mode, onMode }: Props) {
  const signIn = useSignIn();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<SignInFields>({ name: '', email: '', password: '' });
  const [errors, setErrors] = useState<SignInErrors>({});
  const signUp = mode === 'sign-up';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (signIn.isPending) return;
    const newErrors = checkSignIn(mode, fields);
    setErrors(newErrors);
    const first = Object.keys(newErrors)[0];
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const { name, password } = fields;
    const email = fields.email.trim();
    signIn.mutate(signUp ? { name: name.trim(), email, password } : { email, password });
  }

  const bind = (name: keyof SignInFields) => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (value: string) => {
      setFields((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  return (
    <>
      <ModeTabs
        mode={mode}
        onMode={(next) => {
          setErrors({});
          signIn.reset();
          onMode(next);
        }}
      />
      {/* The fields are checked here, in the product's own words. */}
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        {signIn.isError && <Refusal error={signIn.error} />}
        {signUp && <SignInField {...bind('name')} label="Name" type="text" autoComplete="name" />}
        <SignInField {...bind('email')} label="E-mail" type="email" autoComplete="username" />
        <SignInField
          {...bind('password')}
          label="Password"
          type="password"
          autoComplete={signUp ? 'new-password' : 'current-password'}
        />
        {!signUp && (
          <Link to="/reset" className={styles.forgotten}>
            {words.forgotten}
          </Link>
        )}
        <button type="submit" className={styles.submit} aria-disabled={signIn.isPending}>
          {signUp ? words.create : words.enter}
        </button>
      </form>
      <div className={styles.or}>{words.or}</div>
      <DemoButton disabled={signIn.isPending} onStart={() => signIn.mutate({ demo: true })} />
    </>
  );
}
