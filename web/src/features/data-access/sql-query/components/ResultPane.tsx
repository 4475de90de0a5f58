import { Button } from '@fluentui/react-components';
import { ArrowDownload16Regular } from '@fluentui/react-icons/svg/arrow-download';
import { CheckmarkCircle16Filled } from '@fluentui/react-icons/svg/checkmark-circle';
import type { SqlUsersResponse } from '@tapwise/contract/sql';
import { Suspense, useMemo, useState } from 'react';
import { formatCount } from '../../../../shared/format/numbers.ts';
import { useClock } from '../../../../shared/page/browser-state.ts';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { Message } from '../../../../shared/report/index.ts';
import type { TableSort } from '../../../../shared/tables/table/table-sort.ts';
import { CopyButton } from '../../../../shared/ui/CopyButton.tsx';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import { curlLine } from '../../sql-access/index.ts';
import { queryMessages as words } from '../messages.ts';
import { orderOf, type QueryResult, tableWidth } from '../model/result.ts';
import { ResultGrid } from './ResultGrid.tsx';
import styles from './result.module.css';
import { type Download, type FileKind, type RunState, useDownload } from './use-run.ts';

const ResultChart = lazyPart(async () => (await import('./ResultChart.tsx')).ResultChart);

interface Props {
  state: RunState;
  access: SqlUsersResponse;
  /** What files are named by. */
  tabName: string;
}

/** The result of the statement: one line about it, the rows, and a chart of them. */
export function ResultPane({ state, access, tabName }: Props) {
  const { status, result, error } = state;
  const download = useDownload();
  const failure = error ?? download.error;
  return (
    <div className={styles.result} aria-busy={status === 'running'}>
      <div className={styles.line}>
        <StatusLine state={state} />
        <span className="flex-1" />
        <Taking state={state} access={access} tabName={tabName} download={download} />
      </div>
      {failure !== null && (
        <div role="alert" className={styles.failure}>
          <NoticeBar intent="error">
            <code>{failure.message}</code>
          </NoticeBar>
        </div>
      )}
      {result === null ? (
        <div className="flex-1">{status === 'idle' && <Message title={words.ready} text={words.readyText} />}</div>
      ) : (
        <Result key={state.of?.run} result={result} stale={status !== 'done'} />
      )}
    </div>
  );
}

function StatusLine({ state: { status, result, ms, position, startedAt } }: Pick<Props, 'state'>) {
  const now = useClock((time) => Math.floor(time / 1000) * 1000);
  if (status === 'running') {
    return <span className="text-13 muted">{words.running(Math.max(0, Math.round((now - startedAt) / 1000)))}</span>;
  }
  const facts = [
    ...(ms === null ? [] : [words.took(formatCount(ms))]),
    ...(position === null ? [] : [words.asOf(position)]),
  ];
  return (
    <span role="status" className={styles.status}>
      {status === 'cancelled' && words.cancelled}
      {status === 'failed' && words.failed}
      {status === 'done' && (
        <>
          <CheckmarkCircle16Filled aria-hidden />
          <strong className="bold">{result === null ? words.doneWithout : countOf(result)}</strong>
          <span className="text-13 muted">{facts.join(', ')}</span>
        </>
      )}
    </span>
  );
}

function countOf({ rows, cut }: QueryResult): string {
  const count = formatCount(rows.length);
  return cut ? words.more(count) : words.rows(count, rows.length === 1);
}

/** The result as files, and the statement for a terminal. */
function Taking({ state, access, tabName, download }: Props & { download: Download }) {
  const { of, result } = state;
  if (of === null || result === null) return null;
  const file = (kind: FileKind) => (
    <Button
      size="small"
      icon={<ArrowDownload16Regular />}
      disabledFocusable={download.busy !== null}
      onClick={() => void download.download(kind, of, tabName)}
    >
      {download.busy === kind ? words.downloading : words[kind]}
    </Button>
  );
  const user = access.users.find((candidate) => candidate.user === of.user);
  const asking = { address: access, protocol: window.location.protocol, user: of.user };
  return (
    <>
      {file('csv')}
      {file('parquet')}
      <CopyButton
        text={curlLine({ ...asking, password: user?.password ?? 'PASSWORD' }, of.query)}
        label={words.curl}
        words={{ copy: words.copyCurl, copied: words.copied }}
      />
    </>
  );
}

function Result({ result, stale }: { result: QueryResult; stale: boolean }) {
  const [sort, setSort] = useState<TableSort | null>(null);
  const order = useMemo(() => orderOf(result, sort), [result, sort]);
  return (
    <div className={styles.split} style={{ ['--table-width' as string]: `${tableWidth(result)}px` }}>
      <ResultGrid result={result} order={order} sort={sort} stale={stale} onSort={setSort} />
      {result.rows.length > 1 && (
        <Suspense fallback={<section className={styles.chart} aria-label={words.chart} />}>
          <ResultChart result={result} order={order} />
        </Suspense>
      )}
    </div>
  );
}
