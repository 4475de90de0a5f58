import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { type FormEvent, useRef, useState } from 'react';
import { parseReportsUrl } from '../../../../../shared/report/model/scope/url-state.ts';
import { rememberedAccount } from '../../../../../shared/scope/index.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { useAccount } from '../../../../account/session/index.ts';
import { SidePanel } from '../../../../campaigns/automation/index.ts';
import type { ReportSchedule } from '../../api/report-schedule-types.ts';
import { scheduledReportMessages } from '../../messages.ts';
import { draftOf, newDraft, type ReportDraft } from '../../model/draft/report-draft.ts';
import { scheduledUrl } from '../../model/draft/scheduled-view.ts';
import type { ReportsPageUrl } from '../use-reports-url.ts';
import { CadenceFields } from './CadenceFields.tsx';
import { ContentFields } from './ContentFields.tsx';
import { DraftPreview } from './DraftPreview.tsx';
import styles from './form.module.css';
import { RecipientFields } from './RecipientFields.tsx';
import { useReportForm } from './use-report-form.ts';
import { ViewFields } from './ViewFields.tsx';

const { form: words } = scheduledReportMessages;

interface Props {
  application: Application;
  /** `null` for a new one. */
  schedule: ReportSchedule | null;
  url: ReportsPageUrl;
}

/** A new report, or one that is changed. */
export function ReportFormPanel({ application, schedule, url }: Props) {
  const { account } = useAccount();
  const element = useRef<HTMLFormElement>(null);
  const [beginning] = useState(() =>
    schedule === null ? beginningOf(application, url.viewParams, account.user_id) : draftOf(schedule),
  );
  const close = () => url.close(schedule?.id ?? null);
  const form = useReportForm({
    accountId: account.user_id,
    application,
    schedule,
    beginning,
    element,
    onDone: (id) => url.close(id),
  });
  const { isSending } = form;
  return (
    <SidePanel
      wide
      title={schedule === null ? words.addTitle : words.editTitle(schedule.name)}
      description={application.name}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{words.cancel}</Button>
          <Button appearance="primary" type="submit" form="report-form" disabledFocusable={isSending}>
            {isSending ? words.sending : schedule === null ? words.create : words.save}
          </Button>
        </>
      }
    >
      <form
        id="report-form"
        ref={element}
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {form.isRestored && (
          <p className={styles.kept} role="status">
            {words.kept}
            <Button size="small" appearance="subtle" onClick={form.beginAgain}>
              {words.discard}
            </Button>
          </p>
        )}
        {form.refusal !== null && (
          <div role="alert">
            <NoticeBar intent="error">{form.refusal}</NoticeBar>
          </div>
        )}
        <ViewFields form={form} application={application} accountId={account.user_id} />
        <CadenceFields form={form} />
        <RecipientFields form={form} isDemo={account.demo} />
        <ContentFields form={form} />
        <DraftPreview applicationId={application.id} draft={form.draft} />
      </form>
    </SidePanel>
  );
}

/** The view in the address; without one the campaigns of an organization. */
function beginningOf(application: Application, params: URLSearchParams, accountId: number): ReportDraft {
  const url = parseReportsUrl(params);
  const wanted = url.scope.organizationId ?? rememberedAccount.organizationId(application.id);
  const organizations = application.asaOrganizations;
  const organization = organizations.find(({ organization_id }) => organization_id === wanted) ?? organizations[0];
  const { range } = url.scope;
  return newDraft({
    ...scheduledUrl(url, organization?.organization_id ?? 0),
    name: params.get('name') ?? '',
    range: 'preset' in range ? range.preset : null,
    zone: organization?.time_zone ?? 'UTC',
    accountId,
  });
}
