import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useTitle } from '../../../shared/page/browser-state.ts';
import { PageHeading } from '../../../shared/page/PageHeading.tsx';
import { useToken } from '../../../shared/storage/token-store.ts';
import { Logo } from '../../../shared/ui/Logo.tsx';
import { accountQueryOptions } from '../api/session-api.ts';
import { sessionMessages as words } from '../messages.ts';
import { firstMode, returnPath, type SignInMode } from '../model/sign-in-form.ts';
import { RipplePanel } from './RipplePanel.tsx';
import { SignInForm } from './SignInForm.tsx';
import styles from './sign-in.module.css';

/** The screen at /login. Someone already signed in goes on to where they came from. */
export function SignInScreen() {
  const location = useLocation();
  const state = location.state as { from?: unknown } | null;
  const [mode, setMode] = useState<SignInMode>(() => firstMode(location.search, state?.from));
  const signedIn = useToken() !== null;
  const known = useQueryClient().getQueryData(accountQueryOptions().queryKey);
  useTitle(mode === 'sign-up' ? words.signUp : words.logIn);
  if (signedIn) {
    const hasApplications = known === undefined || known.applications.length > 0;
    return <Navigate to={returnPath(state?.from, hasApplications)} replace />;
  }
  const signUp = mode === 'sign-up';
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <a href="/" className={styles.brand}>
          <Logo size={28} />
          Tapwise
        </a>
        <div className={styles.card}>
          <PageHeading className={styles.title}>{signUp ? words.signUpTitle : words.logInTitle}</PageHeading>
          <p className={styles.hint}>{signUp ? words.signUpHint : words.logInHint}</p>
          <SignInForm mode={mode} onMode={setMode} />
          <p className={styles.small}>
            By signing up you accept the <a href="/terms">Terms</a> and <a href="/privacy">Privacy policy</a>.
          </p>
        </div>
      </main>
      <RipplePanel />
    </div>
  );
}
