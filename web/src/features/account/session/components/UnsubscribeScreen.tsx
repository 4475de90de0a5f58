import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { useTitle } from '../../../../shared/page/browser-state.ts';
import { useUnsubscribe } from '../api/address-api.ts';
import { sessionMessages as words } from '../messages.ts';
import { Refusal } from './Refusal.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import styles from './sign-in.module.css';

const labels: Readonly<Record<string, string>> = words.unsubscribeFrom;

/** The screen of a mail's unsubscribe link. Opening it changes nothing: programs that check links open it too. */
export function UnsubscribeScreen({ token }: { token: string }) {
  const unsubscribe = useUnsubscribe();
  useTitle(words.unsubscribeTitle);
  const mails = labels[token.split('.')[1] ?? ''] ?? 'mails';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!unsubscribe.isPending) unsubscribe.mutate(token);
  }
  return (
    <SignInFrame title={words.unsubscribeTitle} hint={words.unsubscribeHint(mails)}>
      {unsubscribe.isSuccess ? (
        <p role="status">{words.unsubscribed(mails)}</p>
      ) : (
        <form className={styles.form} onSubmit={submit}>
          {unsubscribe.isError && <Refusal error={unsubscribe.error} />}
          <button type="submit" className={styles.submit} aria-disabled={unsubscribe.isPending}>
            {words.unsubscribe}
          </button>
        </form>
      )}
      <p className={styles.small}>
        <Link to="/client/settings#notifications">{words.toSettings}</Link>
      </p>
    </SignInFrame>
  );
}
