import { Button } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '../../../../../shared/ui/LoadFailure.tsx';
import { type PreviewSubject, previewOptions } from '../../api/report-schedules-api.ts';
import { scheduledReportMessages } from '../../messages.ts';
import { type ReportDraft, reportOf } from '../../model/draft/report-draft.ts';
import { MailPreview } from '../panel/MailPreview.tsx';
import styles from './form.module.css';

const { form: words, panel } = scheduledReportMessages;

/** The mail of what is entered, when it is asked for. */
export function DraftPreview({ applicationId, draft }: { applicationId: number; draft: ReportDraft }) {
  const [subject, setSubject] = useState<PreviewSubject | null>(null);
  const query = useQuery(previewOptions(applicationId, subject));
  const { recipients: _recipients, ...entered } = reportOf(draft);
  // A name is needed for the subject alone: a table can be looked at before there is one.
  const current = { ...entered, name: entered.name === '' ? words.addTitle : entered.name };
  const isOld = subject !== null && JSON.stringify(subject) !== JSON.stringify(current);
  return (
    <section className="grid gap-8" aria-label={words.preview} aria-busy={query.isFetching}>
      <span className="row gap-8">
        <Button
          size="small"
          disabledFocusable={query.isFetching}
          onClick={() => (isOld || subject === null ? setSubject(current) : void query.refetch())}
        >
          {query.isFetching ? words.previewing : words.preview}
        </Button>
        <span role="status" className={styles.note}>
          {isOld && query.data !== undefined ? words.previewOld : ''}
        </span>
      </span>
      {query.isError && (
        <LoadFailure what={panel.noMail} error={query.error} retry={panel.retry} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && <MailPreview preview={query.data} />}
    </section>
  );
}
