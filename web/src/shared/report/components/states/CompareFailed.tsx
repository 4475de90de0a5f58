import { Button } from '@fluentui/react-components';
import { messageOf } from '../../../server/http/api-error.ts';
import { NoticeBar } from '../../../ui/NoticeBar.tsx';
import { reportMessages as words } from '../../messages.ts';
import styles from '../reports.module.css';

/** The earlier period did not come: why, and the way to ask again. */
export function CompareFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className={styles.note}>
      <NoticeBar
        intent="error"
        actions={
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        }
      >
        {words.compareFailed(messageOf(error))}
      </NoticeBar>
    </div>
  );
}
