import { Button } from '@fluentui/react-components';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { LoadFailure } from '../../../../../shared/ui/LoadFailure.tsx';
import { SidePanel } from '../../../../campaigns/automation/index.ts';
import type { ReportSchedule } from '../../api/report-schedule-types.ts';
import { previewOptions, sendsOptions } from '../../api/report-schedules-api.ts';
import { scheduledReportMessages } from '../../messages.ts';
import type { ReportActions } from '../use-report-actions.ts';
import type { ReportsPageUrl } from '../use-reports-url.ts';
import { MailPreview } from './MailPreview.tsx';
import styles from './panel.module.css';
import { Receipt } from './Receipt.tsx';
import { RecipientRows } from './RecipientRows.tsx';

const { panel: words, actions: verbs } = scheduledReportMessages;

interface Props {
  application: Application;
  schedule: ReportSchedule;
  url: ReportsPageUrl;
  actions: ReportActions;
}

/** One report: its mail as it would be sent now, what the last file says of itself, and who gets it. */
export function ReportPanel({ application, schedule, url, actions }: Props) {
  const preview = useQuery(previewOptions(application.id, { id: schedule.id }));
  const { data: sends } = useInfiniteQuery(sendsOptions(application.id, schedule.id));
  const made = sends?.pages.flat().find(({ rows }) => rows !== null);
  const isRunning = schedule.status === 'active';
  return (
    <SidePanel
      title={schedule.name}
      description={schedule.author === null ? words.now : `${words.now}; ${words.author(schedule.author)}`}
      onClose={() => url.close()}
      foot={
        <>
          <span className="flex wrap gap-8">
            <Button size="small" disabledFocusable={actions.busy} onClick={() => void actions.send(schedule, 'me')}>
              {verbs.sendMe}
            </Button>
            <Button size="small" appearance="subtle" onClick={() => void actions.setRunning(schedule, !isRunning)}>
              {isRunning ? verbs.pause : verbs.start}
            </Button>
          </span>
          <Button size="small" appearance="subtle" onClick={() => url.open(schedule.id, 'edit')}>
            {verbs.edit}
          </Button>
        </>
      }
    >
      <div className={styles.parts}>
        {preview.isPending && <PendingMail />}
        {preview.isError && (
          <LoadFailure
            what={words.noMail}
            error={preview.error}
            retry={words.retry}
            onRetry={() => void preview.refetch()}
          />
        )}
        {preview.data !== undefined && <MailPreview preview={preview.data} />}
        {made !== undefined && <Receipt schedule={schedule} send={made} />}
        <RecipientRows schedule={schedule} columns={preview.data?.columns.length ?? null} actions={actions} />
      </div>
    </SidePanel>
  );
}

function PendingMail() {
  return (
    <div className={styles.pending} role="status">
      <span className="visually-hidden">Loading...</span>
      <span />
      <span />
      <span />
    </div>
  );
}
