import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '../../../../shared/http/api-error.ts';
import { useOnline } from '../../../../shared/ui/browser-state.ts';
import { useTemporalAway } from '../../api/readiness-api.ts';
import { reportMessages as words } from '../../messages.ts';
import { onceEach } from '../../model/help/warning-sentences.ts';
import styles from '../reports.module.css';

const most = 2;

interface BannersProps {
  demo: boolean;
  /** Whether the server leaves columns of this screen out for the account; said, so that nobody looks for them. */
  restricted?: boolean;
  warning: string | undefined;
}

/** What limits the whole screen, most severe first, two at most. */
export function ReportBanners({ demo, restricted = false, warning }: BannersProps) {
  const online = useOnline();
  const temporalAway = useTemporalAway();
  const [demoSeen, setDemoSeen] = useState(false);
  const banners: ReactNode[] = [];
  if (!online) banners.push(<Banner key="offline" intent="warning" text={words.offline} />);
  if (temporalAway) banners.push(<Banner key="temporal" intent="info" text={words.waitingForTemporal} />);
  if (warning !== undefined && warning !== '')
    banners.push(<Banner key="warning" intent="warning" text={onceEach(warning)} />);
  if (restricted) banners.push(<Banner key="restricted" intent="info" text={words.restricted} />);
  if (demo && !demoSeen) {
    banners.push(<Banner key="demo" intent="info" text={words.demo} onDismiss={() => setDemoSeen(true)} />);
  }
  if (banners.length === 0) return null;
  return <div className={styles.banners}>{banners.slice(0, most)}</div>;
}

interface BannerProps {
  intent: 'info' | 'warning';
  text: string;
  onDismiss?: () => void;
}

function Banner({ intent, text, onDismiss }: BannerProps) {
  return (
    <MessageBar intent={intent} className={styles.banner}>
      <MessageBarBody>{text}</MessageBarBody>
      {onDismiss !== undefined && (
        <MessageBarActions
          containerAction={
            <Button
              size="small"
              appearance="transparent"
              icon={<Dismiss20Regular />}
              aria-label="Dismiss"
              onClick={onDismiss}
            />
          }
        />
      )}
    </MessageBar>
  );
}

interface ErrorProps {
  error: unknown;
  /** When the rows still shown were answered, in milliseconds; 0 without rows. */
  answeredAt: number;
  onRetry: () => void;
}

/** A report that did not come: why, how old what is shown is, and the way to ask again. */
export function ReportError({ error, answeredAt, onRetry }: ErrorProps) {
  const since = answeredAt === 0 ? '' : ` Rows below are from ${new Date(answeredAt).toTimeString().slice(0, 5)}.`;
  const request = error instanceof ApiError && error.requestId !== null ? ` Request ${error.requestId}.` : '';
  return (
    <div role="alert" className={styles.banners}>
      <MessageBar intent="error" politeness="assertive">
        <MessageBarBody>
          <MessageBarTitle>{messageOf(error)}</MessageBarTitle>
          {since}
          {request}
        </MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        </MessageBarActions>
      </MessageBar>
    </div>
  );
}
