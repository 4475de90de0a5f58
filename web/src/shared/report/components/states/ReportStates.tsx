import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { reportMessages as words } from '../../messages.ts';
import type { ReportLevel } from '../../model/scope/report-level.ts';
import type { Chosen } from '../../model/scope/resolve-scope.ts';
import { activeFilterCount, defaultFilters, type Filters, type ReportsUrl } from '../../model/scope/url-state.ts';
import styles from '../reports.module.css';
import { RowsDrawing } from '../table/RowsDrawing.tsx';
import type { ReportRows } from '../table/use-report-rows.ts';

/** The screen before there can be a report: what is missing, and the way to it. */
export function NotReady({ application }: { application: Application | null }) {
  const navigate = useNavigate();
  const settings = (
    <Button appearance="primary" onClick={() => void navigate('/client/settings')}>
      Open Settings
    </Button>
  );
  if (application === null) return <Message title={words.noApplications} actions={settings} />;
  if (application.asa_integration === 'invitation_sent') {
    return <Message title={words.integrateAds} text={words.invitationSent} actions={settings} />;
  }
  if (application.asa_integration === 'not_integrated')
    return <Message title={words.integrateAds} actions={settings} />;
  return <Message title={words.chooseFirst} />;
}

interface InsteadProps {
  level: ReportLevel;
  url: ReportsUrl;
  chosen: Chosen;
  rows: ReportRows;
  displayedCount: number;
  orderCount: number;
  onClearFilter: () => void;
  onResetFilters: (filters: Filters) => void;
}

/** Shown in the place of rows: nothing while there are rows or they are on their way. */
export function insteadOfRows(props: InsteadProps): ReactNode {
  const { rows, url, orderCount, displayedCount } = props;
  if (rows.report === null || rows.stale) return undefined;
  const filtered = activeFilterCount(url.scope.filters) > 0;
  const { processing, as_of } = rows.report.response;
  if (orderCount === 0 && !filtered && (processing === true || as_of.ads === null))
    return <Processing onRetry={rows.retry} />;
  if (orderCount === 0 && filtered) {
    const reset = <Button onClick={() => props.onResetFilters(defaultFilters)}>Reset filters</Button>;
    return <Message title={words.noMatch} text="Countries, claim type or status leave nothing over." actions={reset} />;
  }
  if (orderCount === 0) return <NoRows {...props} />;
  if (displayedCount > 0) return undefined;
  return <Message title={words.noMatch} actions={<Button onClick={props.onClearFilter}>Show all rows</Button>} />;
}

function NoRows({ level, chosen }: InsteadProps) {
  if (level === 'ad_group') return <Message title={words.noAdGroups} />;
  if (level === 'keyword') return <Message title={words.noKeywords} />;
  const title = words.noRows(chosen.application?.name ?? '', chosen.organization?.name ?? '');
  return <Message title={title} text="This organization has no Apple Ads campaign for this app yet." />;
}

const lookAgainSeconds = 15;

/** Integrated, but nothing pulled yet: looks again by itself. */
export function Processing({ onRetry }: { onRetry: () => void }) {
  const [left, setLeft] = useState(lookAgainSeconds);
  const lookAgain = useEffectEvent(onRetry);
  useEffect(() => {
    let seconds = lookAgainSeconds;
    const timer = setInterval(() => {
      seconds = seconds > 1 ? seconds - 1 : lookAgainSeconds;
      setLeft(seconds);
      if (seconds === lookAgainSeconds) lookAgain();
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  const text = (
    <>
      Newest days come first. <time>Looks again by itself in {left} s.</time>
    </>
  );
  return <Message title={words.processing} text={text} actions={<Button onClick={onRetry}>Look now</Button>} />;
}

interface MessageProps {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
}

/** A screen or table without figures: what is the matter, and what can be done. */
export function Message({ title, text, actions }: MessageProps) {
  return (
    <div className={styles.message}>
      <RowsDrawing />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {actions !== undefined && <div>{actions}</div>}
    </div>
  );
}
