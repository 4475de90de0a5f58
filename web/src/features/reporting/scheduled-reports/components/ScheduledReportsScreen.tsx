import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useQuery } from '@tanstack/react-query';
import { NotReady } from '../../../../shared/report/components/states/ReportStates.tsx';
import { ApplicationPicker, Message, ReportBanners } from '../../../../shared/report/index.ts';
import { ScopeRow } from '../../../../shared/scope/index.ts';
import { useAccount } from '../../../account/session/index.ts';
import { AutomationTabs } from '../../../frame/automation-frame/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import type { ReportSchedule } from '../api/report-schedule-types.ts';
import { schedulesOptions } from '../api/report-schedules-api.ts';
import { scheduledReportMessages as words } from '../messages.ts';
import { ReportsPart } from './ReportsPart.tsx';
import styles from './scheduled-reports.module.css';
import { useReportsUrl } from './use-reports-url.ts';

/** Reports that are sent by a calendar: all of them, one, and the form of one. */
export function ScheduledReportsScreen() {
  const { account, applications } = useAccount();
  const url = useReportsUrl(applications);
  const { application } = url;
  const isRestricted = account.access === 'restricted';
  const isReady = application !== null && application.asa_integration === 'integrated' && !isRestricted;
  const { data: schedules } = useQuery(schedulesOptions(isReady ? application.id : null));
  return (
    <>
      <TitleRow title={words.title} />
      <AutomationTabs />
      <ScopeRow end={schedules !== undefined && <Counted schedules={schedules} onAdd={() => url.open(null, 'new')} />}>
        <ApplicationPicker
          applications={applications}
          value={application?.id ?? null}
          onChange={url.chooseApplication}
        />
      </ScopeRow>
      <ReportBanners demo={account.demo} />
      {isRestricted ? (
        <Message title={words.restricted} />
      ) : isReady ? (
        <ReportsPart key={application.id} application={application} url={url} />
      ) : (
        <NotReady application={application} />
      )}
    </>
  );
}

/** How many reports go to how many people; who gets several counts once. */
function Counted({ schedules, onAdd }: { schedules: readonly ReportSchedule[]; onAdd: () => void }) {
  const recipients = schedules.flatMap((schedule) => schedule.recipients);
  const people = new Set(recipients.map(({ account_id, email }) => account_id ?? email));
  const waiting = new Set(recipients.flatMap(({ state, email }) => (state === 'pending' ? [email] : [])));
  return (
    <>
      <span role="status" className={styles.count}>
        {words.summary(schedules.length, people.size, waiting.size)}
      </span>
      <Button appearance="primary" icon={<Add20Regular />} onClick={onAdd}>
        {words.add}
      </Button>
    </>
  );
}
