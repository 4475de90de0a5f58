import { Button } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { type ReactNode, useState } from 'react';
import { usePastInstant } from '../../../past-view/past-instant.ts';
import { ApiError, messageOf } from '../../../server/http/api-error.ts';
import { request } from '../../../server/http/request.ts';
import { NoticeBar } from '../../../ui/NoticeBar.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useErrorDisplayed } from '../../../usage/use-error-displayed.ts';
import { reportMessages as words } from '../../messages.ts';
import styles from '../reports.module.css';

interface BannersProps {
  demo: boolean;
  /** Whether the server leaves columns of this screen out for the account; said, so that they are not looked for. */
  restricted?: boolean;
}

/**
 * What the account's screens all show from the first drawing; what comes and goes later is a `ReportNotice`. Over the past the
 * demo's has no place: nothing moves there, and nothing can be undone.
 */
export function ReportBanners({ demo, restricted = false }: BannersProps) {
  const [demoSeen, setDemoSeen] = useState(false);
  const past = usePastInstant() !== null;
  const banners: ReactNode[] = [];
  if (restricted) banners.push(<Banner key="restricted" text={words.restricted} />);
  if (demo && !demoSeen && !past) {
    banners.push(<Banner key="demo" text={words.demo} action={<ResetDemo />} onDismiss={() => setDemoSeen(true)} />);
  }
  if (banners.length === 0) return null;
  return (
    <div className={styles.banners} data-banner="screen">
      {banners}
    </div>
  );
}

interface BannerProps {
  text: string;
  action?: ReactNode;
  onDismiss?: () => void;
}

function Banner({ text, action, onDismiss }: BannerProps) {
  const dismiss = onDismiss !== undefined && (
    <Button
      size="small"
      appearance="transparent"
      icon={<Dismiss20Regular />}
      aria-label="Dismiss"
      onClick={onDismiss}
    />
  );
  return (
    <NoticeBar
      intent="info"
      actions={
        <>
          {action}
          {dismiss}
        </>
      }
    >
      {text}
    </NoticeBar>
  );
}

/** Brings the simulated campaigns back to what they began as. */
function ResetDemo() {
  const [busy, setBusy] = useState(false);
  async function reset(): Promise<void> {
    setBusy(true);
    try {
      await request({ method: 'POST', path: '/api/demo/reset', body: {} });
      showToast({ intent: 'success', text: words.demoReset });
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button size="small" appearance="transparent" disabledFocusable={busy} onClick={() => void reset()}>
      {words.resetDemo}
    </Button>
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
  useErrorDisplayed(error);
  const since = answeredAt === 0 ? '' : ` Rows below are from ${new Date(answeredAt).toTimeString().slice(0, 5)}.`;
  const request = error instanceof ApiError && error.requestId !== null ? ` Request ${error.requestId}.` : '';
  return (
    <div role="alert" className={styles.banners}>
      <NoticeBar
        intent="error"
        actions={
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        }
      >
        <strong>{messageOf(error)}</strong>
        {since}
        {request}
      </NoticeBar>
    </div>
  );
}
