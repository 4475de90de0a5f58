import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useTitle } from '../../../../shared/page/browser-state.ts';
import { useToken } from '../../../../shared/storage/token-store.ts';
import { accountQueryOptions } from '../api/session-api.ts';
import { sessionMessages as words } from '../messages.ts';
import { firstMode, returnPath, type SignInMode } from '../model/sign-in-form.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignInFrame, TermsNote } from './SignInFrame.tsx';

/** The screen at /login. Someone already signed in goes on to where they came from. */
export function SignInScreen() {
  const location = useLocation();
  const state = location.state as { from?: unknown } | null;
  const [mode, setMode] = useState<SignInMode>(() => firstMode(location.search, state?.from));
  const signedIn = useToken() !== null;
  const cached = useQueryClient().getQueryData(accountQueryOptions().queryKey);
  useTitle(mode === 'sign-up' ? words.signUp : words.logIn);
  if (signedIn) {
    const hasApplications = cached === undefined || cached.applications.length > 0;
    return <Navigate to={returnPath(state?.from, hasApplications)} replace />;
  }
  const signUp = mode === 'sign-up';
  return (
    <SignInFrame
      title={signUp ? words.signUpTitle : words.logInTitle}
      hint={signUp ? words.signUpHint : words.logInHint}
    >
      <SignInForm mode={mode} onMode={setMode} />
      <TermsNote />
    </SignInFrame>
  );
}
