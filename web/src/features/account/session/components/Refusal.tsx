import { ErrorCircle20Filled } from '@fluentui/react-icons/svg/error-circle';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import styles from './sign-in.module.css';

/** Why the server refused a form of the sign-in pages. */
export function Refusal({ error }: { error: unknown }) {
  return (
    <p role="alert" className={styles.refused}>
      <ErrorCircle20Filled aria-hidden />
      {messageOf(error)}
    </p>
  );
}
