import { Document16Regular } from '@fluentui/react-icons/svg/document';
import { DocumentTable16Regular } from '@fluentui/react-icons/svg/document-table';
import { Mail16Regular } from '@fluentui/react-icons/svg/mail';
import { Link } from 'react-router-dom';
import type { ReportSchedule } from '../../api/report-schedule-types.ts';
import { scheduledReportMessages as words } from '../../messages.ts';
import { cadenceText, nextText, rangeName, viewText } from '../../model/schedule-texts.ts';
import { PersonMark } from '../PersonMark.tsx';
import { useOpenedAt } from '../use-opened-at.ts';
import type { ReportActions } from '../use-report-actions.ts';
import type { ReportsPageUrl } from '../use-reports-url.ts';
import { useTeamNames } from '../use-team-names.ts';
import { LastSend } from './LastSend.tsx';
import { ReportMenu } from './ReportMenu.tsx';
import styles from './schedules-table.module.css';

interface Props {
  schedules: readonly ReportSchedule[];
  url: ReportsPageUrl;
  actions: ReportActions;
  onAsk: (kind: 'delete' | 'send', schedule: ReportSchedule) => void;
}

/** The scheduled reports of an application: what each shows, when it is sent, how, to whom, and how the last one ended. */
export function SchedulesTable({ schedules, url, actions, onAsk }: Props) {
  const { columns } = words;
  const now = useOpenedAt();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.report}</th>
          <th scope="col">{columns.when}</th>
          <th scope="col">{columns.form}</th>
          <th scope="col">{columns.to}</th>
          <th scope="col">{columns.last}</th>
          <th scope="col">
            <span className="visually-hidden">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {schedules.map((schedule) => (
          <tr
            key={schedule.id}
            data-chosen={schedule.id === url.reportId || undefined}
            data-paused={schedule.status === 'paused' || undefined}
            data-row-id={schedule.id}
          >
            <th scope="row">
              <Link to={url.addressOf(schedule.id)}>{schedule.name}</Link>
              <span>{`${viewText(schedule.view)} · ${rangeName(schedule.range)}`}</span>
            </th>
            <td>
              {cadenceText(schedule.cadence)}
              <span>{nextText(schedule, now)}</span>
            </td>
            <td>
              <Forms form={schedule.form} />
            </td>
            <td>
              <Recipients schedule={schedule} />
            </td>
            <td>
              <LastSend schedule={schedule} />
            </td>
            <td data-end>
              <ReportMenu schedule={schedule} url={url} actions={actions} onAsk={onAsk} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Forms({ form: { mail_table, file } }: Pick<ReportSchedule, 'form'>) {
  return (
    <span className={styles.forms}>
      {mail_table && <Mail16Regular aria-label={words.forms.mail} role="img" />}
      {file === 'xlsx' && <DocumentTable16Regular aria-label={words.forms.xlsx} role="img" />}
      {file === 'csv' && <Document16Regular aria-label={words.forms.csv} role="img" />}
    </span>
  );
}

const displayed = 3;

/** Who gets it, as initials; their names for those who do not see them. */
function Recipients({ schedule: { recipients } }: { schedule: ReportSchedule }) {
  const { nameOf } = useTeamNames();
  const people = recipients.map(({ account_id, email, state }) => ({
    name: account_id === null ? email : (nameOf(account_id) ?? email),
    isMember: account_id !== null,
    isWaiting: state === 'pending',
  }));
  const waiting = people.filter(({ isWaiting }) => isWaiting).length;
  return (
    <span className={styles.people}>
      {people.slice(0, displayed).map((person, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: people who have left have no name.
        <PersonMark key={index} {...person} />
      ))}
      {people.length > displayed && <span data-more>+{people.length - displayed}</span>}
      <span className="visually-hidden">{people.map(({ name }) => name ?? words.panel.left).join(', ')}</span>
      {waiting > 0 && <span data-waiting>{words.waits(waiting)}</span>}
    </span>
  );
}
