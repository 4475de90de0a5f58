import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useTitle } from '../../../../shared/page/browser-state.ts';
import { useRequestReset } from '../api/address-api.ts';
import { useSignIn } from '../api/session-api.ts';
import { sessionMessages as words } from '../messages.ts';
import { useLinkSecrets } from '../model/link-secrets.ts';
import { returnPath } from '../model/sign-in-form.ts';
import { Refusal } from './Refusal.tsx';
import { SignInField } from './SignInField.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import styles from './sign-in.module.css';

/** The screen at /reset: with a mailed link it sets a new password, without one it asks for such a link. */
export function ResetScreen() {
  const { token } = useLinkSecrets('hash');
  const [asksAgain, setAsksAgain] = useState(false);
  const asking = token === null || asksAgain;
  useTitle(asking ? words.askTitle : words.resetTitle);
  return (
    <SignInFrame title={asking ? words.askTitle : words.resetTitle} hint={asking ? words.askHint : words.resetHint}>
      {token === null || asksAgain ? (
        <AskForm />
      ) : (
        <NewPasswordForm token={token} onAskAgain={() => setAsksAgain(true)} />
      )}
      <p className={styles.small}>
        <Link to="/login?mode=log-in">{words.backToLogIn}</Link>
      </p>
    </SignInFrame>
  );
}

function AskForm() {
  const ask = useRequestReset();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [checked, setChecked] = useState(false);
  const address = email.trim();
  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (address === '') form.current?.querySelector('input')?.focus();
    else if (!ask.isPending) ask.mutate(address);
  }
  if (ask.isSuccess) return <p role="status">{words.asked(address)}</p>;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {ask.isError && <Refusal error={ask.error} />}
      <SignInField
        name="email"
        label="E-mail"
        value={email}
        onChange={setEmail}
        type="email"
        autoComplete="username"
        error={checked && address === '' ? words.emailMissing : undefined}
      />
      <button type="submit" className={styles.submit} aria-disabled={ask.isPending}>
        {words.ask}
      </button>
    </form>
  );
}

function NewPasswordForm({ token, onAskAgain }: { token: string; onAskAgain: () => void }) {
  const signIn = useSignIn();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [retyped, setRetyped] = useState('');
  const [checked, setChecked] = useState(false);
  const wrong = password === '' ? 'password' : password === retyped ? undefined : 'retyped';
  const faultOf = (name: string, text: string) => (checked && wrong === name ? text : undefined);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (wrong !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    else if (!signIn.isPending) {
      signIn.mutate(
        { reset_token: token, password },
        {
          onSuccess: ({ applications }) =>
            void navigate(returnPath(undefined, applications.length > 0), { replace: true }),
        },
      );
    }
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {signIn.isError && (
        <>
          <Refusal error={signIn.error} />
          <button type="button" className={styles.forgotten} onClick={onAskAgain}>
            {words.askAgain}
          </button>
        </>
      )}
      <SignInField
        name="password"
        label={words.newPassword}
        value={password}
        onChange={setPassword}
        type="password"
        autoComplete="new-password"
        error={faultOf('password', words.passwordMissing)}
      />
      <SignInField
        name="retyped"
        label={words.retyped}
        value={retyped}
        onChange={setRetyped}
        type="password"
        autoComplete="new-password"
        error={faultOf('retyped', words.unequal)}
      />
      <button type="submit" className={styles.submit} aria-disabled={signIn.isPending}>
        {words.set}
      </button>
    </form>
  );
}
