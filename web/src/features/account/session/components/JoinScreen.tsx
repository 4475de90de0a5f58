import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useTitle } from '../../../../shared/page/browser-state.ts';
import { useToken } from '../../../../shared/storage/token-store.ts';
import { type Invitation, invitationQuery } from '../api/address-api.ts';
import { accountQueryOptions, useSignIn } from '../api/session-api.ts';
import { sessionMessages as words } from '../messages.ts';
import type { LinkSecrets } from '../model/link-secrets.ts';
import { Refusal } from './Refusal.tsx';
import { SignInField } from './SignInField.tsx';
import { SignInFrame, TermsNote } from './SignInFrame.tsx';
import styles from './sign-in.module.css';

/** Joins the team that an invitation names. */
export function JoinScreen({ token, proof }: LinkSecrets) {
  useTitle(words.join);
  const invitation = useQuery({ ...invitationQuery(token ?? ''), enabled: token !== null });
  const signedIn = useQueryClient().getQueryData(accountQueryOptions().queryKey);
  const hasSession = useToken() !== null;
  return (
    <SignInFrame title={words.joinTitle} hint={words.joinHint}>
      {token === null && <p role="alert">{words.invitationOver}</p>}
      {invitation.isError && <Refusal error={invitation.error} />}
      {token !== null && invitation.isPending && <p role="status">Loading...</p>}
      {hasSession && signedIn !== undefined && (
        <p className={styles.small}>{words.signedInAs(signedIn.account.email)}</p>
      )}
      {token !== null && invitation.data !== undefined && (
        <JoinForm invitation={invitation.data} token={token} proof={proof} />
      )}
      <TermsNote />
      <p className={styles.small}>
        <Link to="/login?mode=log-in">{words.backToLogIn}</Link>
      </p>
    </SignInFrame>
  );
}

interface FormProps {
  invitation: Invitation;
  token: string;
  proof: string | null;
}

function JoinForm({ invitation, token, proof }: FormProps) {
  const signIn = useSignIn();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const faults = {
    name: checked && name.trim() === '' ? words.nameMissing : undefined,
    password: checked && password === '' ? words.passwordMissing : undefined,
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (signIn.isPending) return;
    setChecked(true);
    const missing = name.trim() === '' ? 'name' : 'password';
    if (name.trim() === '' || password === '') {
      form.current?.querySelector<HTMLInputElement>(`[name="${missing}"]`)?.focus();
      return;
    }
    // Not by a callback of the form: what is remembered is cleared with the new session, and the form goes with it.
    signIn
      .mutateAsync({ collaborator_token: token, name: name.trim(), password, ...(proof === null ? {} : { proof }) })
      .then(() => navigate('/client/reports', { replace: true }))
      .catch(() => undefined);
  }
  const { organization_name, email } = invitation;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {signIn.isError && <Refusal error={signIn.error} />}
      <SignInField
        name="organization"
        label={words.organization}
        type="text"
        autoComplete="off"
        value={organization_name}
      />
      <SignInField name="email" label={words.email} type="email" autoComplete="username" value={email} />
      <SignInField
        name="name"
        label={words.name}
        value={name}
        onChange={setName}
        error={faults.name}
        type="text"
        autoComplete="name"
      />
      <SignInField
        name="password"
        label={words.password}
        value={password}
        onChange={setPassword}
        error={faults.password}
        type="password"
        autoComplete="new-password"
      />
      <button type="submit" className={styles.submit} aria-disabled={signIn.isPending}>
        {words.join}
      </button>
    </form>
  );
}
