import { Button } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ChoicePicker } from '../../../../../shared/scope/index.ts';
import scope from '../../../../../shared/scope/scope.module.css';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { SearchField } from '../../../../../shared/ui/SearchField.tsx';
import { logsOptions } from '../../api/automation-api.ts';
import type { ListedRule, RuleLog } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { filterLogs, type LogKind } from '../../model/log-rows.ts';
import { unitsOf } from '../../model/rule-scope.ts';
import { instantText } from '../../model/run-texts.ts';
import { SidePanel } from '../panels/SidePanel.tsx';
import type { AutomationUrl } from '../use-automation-url.ts';
import { Waiting } from '../Waiting.tsx';
import styles from './logs.module.css';

const words = automationMessages.logs;

interface Props {
  application: Application;
  rule: ListedRule;
  url: AutomationUrl;
}

/** What a rule did, newest first, a page at a time; each row leads to the decision behind it. */
export function LogsPanel({ application, rule, url }: Props) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<LogKind>('all');
  const query = useInfiniteQuery(logsOptions(application.id, rule.id));
  const rows = query.data?.pages.flat();
  const displayedRows = rows === undefined ? [] : filterLogs(rows, kind, text);
  const { timeZone } = unitsOf(application, rule);
  return (
    <SidePanel
      wide
      title={words.title(rule.campaign_name)}
      description={automationMessages.types[rule.type]}
      onClose={url.closePanel}
    >
      <div className={styles.tools}>
        <SearchField label={words.filter} placeholder={words.placeholder} value={text} onChange={setText} />
        <div className={scope.joined}>
          <ChoicePicker<LogKind>
            label={words.kind}
            choices={(Object.entries(words.kinds) as [LogKind, string][]).map(([value, name]) => ({
              value,
              text: name,
            }))}
            chosen={kind}
            onChoose={setKind}
          />
        </div>
        {rows !== undefined && rows.length > 0 && (
          <span role="status">{words.shown(displayedRows.length, rows.length)}</span>
        )}
      </div>
      {query.isError && (
        <NoticeBar
          intent="error"
          actions={
            <Button size="small" onClick={() => void query.refetch()}>
              Retry
            </Button>
          }
        >
          {messageOf(query.error)}
        </NoticeBar>
      )}
      {rows === undefined && !query.isError && <Waiting />}
      {rows?.length === 0 && (
        <div className={styles.empty}>
          <h3>{words.empty}</h3>
          <p>{words.emptyText}</p>
        </div>
      )}
      {rows !== undefined && rows.length > 0 && displayedRows.length === 0 && (
        <p className={styles.empty}>{words.noMatch}</p>
      )}
      <ol className={styles.rows} aria-label={words.label} aria-busy={query.isFetching}>
        {displayedRows.map((row) => (
          <LogRow
            key={`${row.date} ${row.decision_id} ${row.message}`}
            row={row}
            rule={rule}
            url={url}
            timeZone={timeZone}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button disabledFocusable={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? words.loading : words.older}
        </Button>
      )}
    </SidePanel>
  );
}

interface RowProps {
  row: RuleLog;
  rule: ListedRule;
  url: AutomationUrl;
  timeZone: string;
}

function LogRow({ row, rule, url, timeZone }: RowProps) {
  const navigate = useNavigate();
  const { key, run_id: run, decision_id: decision, message } = row;
  const open = () => void navigate(url.addressOf(rule.id, key === null ? { run } : { run, key, decision }));
  return (
    <li data-run={key === null || undefined}>
      <time dateTime={row.date}>{instantText(row.date, timeZone)}</time>
      <span className={styles.words}>
        <span>{message}</span>
        <small>{[row.asaOrganizationName, row.campaignName].filter((name) => name !== '').join(' · ')}</small>
      </span>
      {run !== null && (
        <Button
          size="small"
          appearance="subtle"
          aria-label={key === null ? words.openRun(message) : words.why(message)}
          onClick={open}
        >
          {key === null ? automationMessages.rule.runs : automationMessages.rule.columns.why}
        </Button>
      )}
    </li>
  );
}
