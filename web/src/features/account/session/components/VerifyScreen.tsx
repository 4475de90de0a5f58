import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useTitle } from '../../../../shared/page/browser-state.ts';
import { useVerify } from '../api/address-api.ts';
import { sessionMessages as words } from '../messages.ts';
import { useLinkSecrets } from '../model/link-secrets.ts';
import { Refusal } from './Refusal.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import styles from './sign-in.module.css';

/** The screen at /verify: confirms the address that the mailed link was sent to. */
export function VerifyScreen() {
  const { token } = useLinkSecrets('hash');
  const { mutate, ...verification } = useVerify();
  useTitle(words.verifyTitle);
  // Opened twice it is the same: a confirmed address stays confirmed.
  useEffect(() => {
    if (token !== null) mutate(token);
  }, [token, mutate]);
  return (
    <SignInFrame title={words.verifyTitle}>
      {token === null && <p role="alert">{words.noLink}</p>}
      {token !== null && (verification.isPending || verification.isIdle) && <p role="status">{words.verifying}</p>}
      {verification.isError && <Refusal error={verification.error} />}
      {verification.isSuccess && <p role="status">{words.verified(verification.data)}</p>}
      <p className={styles.small}>
        <Link to="/client">{words.goOn}</Link>
      </p>
    </SignInFrame>
  );
}
