import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { Suspense, useState } from 'react';
import { DeleteDialog } from '../../../../shared/campaigns/changes/DeleteDialog.tsx';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { Message, ReportError } from '../../../../shared/report/index.ts';
import { ConfirmDialog } from '../../../../shared/ui/dialogs/ConfirmDialog.tsx';
import type { ReportSchedule } from '../api/report-schedule-types.ts';
import { schedulesOptions } from '../api/report-schedules-api.ts';
import { scheduledReportMessages as words } from '../messages.ts';
import { SchedulesTable } from './list/SchedulesTable.tsx';
import { ReportPanel } from './panel/ReportPanel.tsx';
import styles from './scheduled-reports.module.css';
import { SendsSection } from './sends/SendsSection.tsx';
import { useReportActions } from './use-report-actions.ts';
import type { ReportsPageUrl } from './use-reports-url.ts';

/** Fetched when it is first opened. */
const ReportFormPanel = lazyPart(async () => (await import('./form/ReportFormPanel.tsx')).ReportFormPanel);

interface Props {
  application: Application;
  url: ReportsPageUrl;
}

/** The reports of an application, and beside them the one that is looked at or entered. */
export function ReportsPart({ application, url }: Props) {
  const query = useQuery(schedulesOptions(application.id));
  const actions = useReportActions(application.id);
  const [question, setQuestion] = useState<{ kind: 'delete' | 'send'; schedule: ReportSchedule } | null>(null);
  const schedules = query.data;
  const chosen = schedules?.find(({ id }) => id === url.reportId) ?? null;
  const isUnknown = schedules !== undefined && url.reportId !== null && chosen === null;
  const isForm = url.panel === 'new' || (url.panel === 'edit' && chosen !== null);
  return (
    <>
      {query.isError && (
        <ReportError
          error={query.error}
          answeredAt={schedules === undefined ? 0 : query.dataUpdatedAt}
          onRetry={() => void query.refetch()}
        />
      )}
      <div className={styles.split}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <section className={styles.main} tabIndex={0} aria-label={words.allReports} aria-busy={query.isFetching}>
          {schedules === undefined && !query.isError && <Waiting />}
          {isUnknown && <Message title={words.notFound} />}
          {schedules?.length === 0 && !isUnknown && <Message title={words.none} text={words.noneText} />}
          {schedules !== undefined && schedules.length > 0 && (
            <SchedulesTable
              schedules={schedules}
              url={url}
              actions={actions}
              onAsk={(kind, schedule) => setQuestion({ kind, schedule })}
            />
          )}
          {chosen !== null && (
            <SendsSection key={chosen.id} application={application} schedule={chosen} actions={actions} />
          )}
        </section>
        {isForm && (
          <Suspense fallback={<aside className={styles.panel} aria-busy />}>
            <ReportFormPanel
              key={`${url.panel} ${chosen?.id}`}
              application={application}
              schedule={url.panel === 'edit' ? chosen : null}
              url={url}
            />
          </Suspense>
        )}
        {!isForm && chosen !== null && (
          <ReportPanel key={chosen.id} application={application} schedule={chosen} url={url} actions={actions} />
        )}
      </div>
      {question?.kind === 'delete' && (
        <DeleteDialog
          names={[question.schedule.name]}
          text={words.deleteText}
          onClose={() => setQuestion(null)}
          onDelete={() => {
            setQuestion(null);
            void actions.remove(question.schedule).then((removed) => {
              if (removed && question.schedule.id === url.reportId) url.close();
            });
          }}
        />
      )}
      {question?.kind === 'send' && (
        <ConfirmDialog
          title={words.sendAllTitle(question.schedule.name)}
          action={words.actions.sendAll}
          onClose={() => setQuestion(null)}
          onConfirm={() => {
            setQuestion(null);
            void actions.send(question.schedule, 'all');
          }}
        >
          <p>{words.sendAllText(question.schedule.recipients.filter(({ state }) => state === 'confirmed').length)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Rows to come, in the geometry they will have. */
function Waiting() {
  return (
    <div className={styles.waiting} role="status">
      <span className="visually-hidden">Loading...</span>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these rows have nothing but a place.
        <span key={row} style={{ opacity: 1 - row * 0.1 }} />
      ))}
    </div>
  );
}
