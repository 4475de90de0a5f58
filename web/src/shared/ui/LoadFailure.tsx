import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { messageOf } from '../server/http/api-error.ts';

interface Props {
  /** What could not be loaded, without a full stop. */
  what: string;
  error: unknown;
  /** Words of the button. */
  retry: string;
  onRetry: () => void;
}

/** Says what could not be loaded and why, with a button that tries again. */
export function LoadFailure({ what, error, retry, onRetry }: Props) {
  return (
    <MessageBar intent="error" role="alert" layout="multiline">
      <MessageBarBody>
        {what}. {messageOf(error)}
      </MessageBarBody>
      <MessageBarActions>
        <Button onClick={onRetry}>{retry}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
