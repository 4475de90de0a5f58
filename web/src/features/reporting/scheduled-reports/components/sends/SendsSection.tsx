import { Button } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { dayInZone } from '@tapwise/contract/calendar';
import { formatCount } from '../../../../../shared/format/numbers.ts';
import { ReportError } from '../../../../../shared/report/index.ts';
import type { ReportSchedule, ReportSendRow } from '../../api/report-schedule-types.ts';
import { sendsOptions } from '../../api/report-schedules-api.ts';
import { scheduledReportMessages } from '../../messages.ts';
import { dataText, instantIn, rangeText, recipientsText } from '../../model/schedule-texts.ts';
import { useOpenedAt } from '../use-opened-at.ts';
import type { ReportActions } from '../use-report-actions.ts';
import { SendFile } from './SendFile.tsx';
import styles from './sends.module.css';

const { sends: words } = scheduledReportMessages;

interface Props {
  application: Application;
  schedule: ReportSchedule;
  actions: ReportActions;
}

/** What was sent of a report in the last 90 days. */
export function SendsSection({ application, schedule, actions }: Props) {
  const query = useInfiniteQuery(sendsOptions(application.id, schedule.id));
  const sends = query.data?.pages.flat();
  return (
    <section className={styles.sends} aria-label={words.title} aria-busy={query.isFetching}>
      <header>
        <h2>{words.title}</h2>
        <p>{words.note(schedule.name)}</p>
        {query.hasNextPage && (
          <Button
            size="small"
            appearance="subtle"
            disabledFocusable={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {words.older}
          </Button>
        )}
      </header>
      {query.isError && (
        <ReportError
          error={query.error}
          answeredAt={sends === undefined ? 0 : query.dataUpdatedAt}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <p className="visually-hidden">Loading...</p>}
      {sends?.length === 0 && <p>{words.none}</p>}
      {sends !== undefined && sends.length > 0 && <SendsTable schedule={schedule} sends={sends} actions={actions} />}
    </section>
  );
}

function SendsTable({ schedule, sends, actions }: Omit<Props, 'application'> & { sends: readonly ReportSendRow[] }) {
  const { columns } = words;
  const { zone } = schedule.cadence;
  const now = useOpenedAt();
  const today = dayInZone(now, zone);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.time}</th>
          <th scope="col">{columns.range}</th>
          <th scope="col" data-end>
            {columns.rows}
          </th>
          <th scope="col">{columns.data}</th>
          <th scope="col">{columns.recipients}</th>
          <th scope="col" data-end>
            {columns.file}
          </th>
        </tr>
      </thead>
      <tbody>
        {sends.map((send) => {
          const data = dataText(send, today);
          return (
            <tr key={send.send_id} data-send={send.send_id}>
              <td>
                <time dateTime={send.at}>{instantIn(zone, send.at)}</time>
              </td>
              <td>{rangeText(send, today)}</td>
              <td data-end>{formatCount(send.rows)}</td>
              <td data-tone={data.tone}>{data.text}</td>
              <td>{recipientsText(send)}</td>
              <td data-end>
                <SendFile send={send} range={rangeText(send, today)} now={now} actions={actions} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
