import { Button } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import { useTitle } from '../../../../shared/page/browser-state.ts';
import { useKeepAccount } from '../api/address-api.ts';
import { sessionMessages as words } from '../messages.ts';
import { useLinkSecrets } from '../model/link-secrets.ts';
import { Refusal } from './Refusal.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import styles from './sign-in.module.css';

/** The screen at /keep_account: takes back that an account is to be deleted. Programs that open links press no button. */
export function KeepAccountScreen() {
  const { token } = useLinkSecrets('hash');
  const keeping = useKeepAccount();
  useTitle(words.keepTitle);
  return (
    <SignInFrame title={words.keepTitle}>
      {token === null && <p role="alert">{words.noLink}</p>}
      {token !== null && !keeping.isSuccess && (
        <>
          <p>{words.keepHint}</p>
          <Button appearance="primary" disabledFocusable={keeping.isPending} onClick={() => keeping.mutate(token)}>
            {words.keep}
          </Button>
        </>
      )}
      {keeping.isError && <Refusal error={keeping.error} />}
      {keeping.isSuccess && <p role="status">{words.kept(keeping.data)}</p>}
      <p className={styles.small}>
        <Link to="/client">{words.goOn}</Link>
      </p>
    </SignInFrame>
  );
}
