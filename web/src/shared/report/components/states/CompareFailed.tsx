import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { messageOf } from '../../../http/api-error.ts';
import { reportMessages as words } from '../../messages.ts';
import styles from '../reports.module.css';

/** The earlier period did not come: why, and the way to ask again. */
export function CompareFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className={styles.note}>
      <MessageBar intent="error" className={styles.banner}>
        <MessageBarBody>{words.compareFailed(messageOf(error))}</MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        </MessageBarActions>
      </MessageBar>
    </div>
  );
}
