import { Button } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { SqlUsersResponse } from '@tapwise/contract/sql';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { Message, ReportBanners, ReportError } from '../../../../shared/report/index.ts';
import { useAccount } from '../../../account/session/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import { sqlUsersOptions } from '../../sql-access/index.ts';
import { type SqlViews, viewsOptions } from '../api/sql-query-api.ts';
import { queryMessages as words } from '../messages.ts';
import { QueryBar } from './QueryBar.tsx';
import { ResultPane } from './ResultPane.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import styles from './sql-query.module.css';
import { TabBar } from './TabBar.tsx';
import { useRun } from './use-run.ts';
import { useTabs } from './use-tabs.ts';
import { ViewTree } from './ViewTree.tsx';

const accessPage = '/client/settings/sql';

/** The editor is the heaviest part of the page: it is fetched beside its data. */
const SqlEditor = lazyPart(async () => (await import('./SqlEditor.tsx')).SqlEditor);

/** Statements are written, run, drawn, saved and taken away as files. */
export function QueryScreen() {
  const { account } = useAccount();
  const enabled = account.access !== 'restricted';
  const users = useQuery({ ...sqlUsersOptions(), enabled });
  const views = useQuery({ ...viewsOptions(), enabled });
  const failed = [users, views].find(({ isError }) => isError);
  const navigate = useNavigate();
  const open = (
    <Button appearance="primary" onClick={() => void navigate(accessPage)}>
      {words.openAccess}
    </Button>
  );
  return (
    <>
      <TitleRow title={words.title} path={<PagePath />} />
      <ReportBanners demo={account.demo} />
      {account.access === 'restricted' && <Message title={words.restricted} />}
      {failed !== undefined && (
        <ReportError error={failed.error} answeredAt={failed.dataUpdatedAt} onRetry={() => void failed.refetch()} />
      )}
      {(users.isLoading || views.isLoading) && (
        <div className={styles.waiting}>
          <p role="status" className="visually-hidden">
            Loading...
          </p>
          <span />
          <span />
        </div>
      )}
      {users.data?.users.length === 0 && <Message title={words.noUsers} text={words.noUsersText} actions={open} />}
      {users.data !== undefined && users.data.users.length > 0 && views.data !== undefined && (
        <Workspace access={users.data} {...views.data} />
      )}
    </>
  );
}

function PagePath() {
  return (
    <nav className={styles.path} aria-label={words.path}>
      <Link to={accessPage}>{words.access}</Link>
      <span aria-current="page">{words.here}</span>
    </nav>
  );
}

function Workspace({ access, views, examples }: { access: SqlUsersResponse } & SqlViews) {
  const { account } = useAccount();
  const [params, setParams] = useSearchParams();
  const { state, run, cancel } = useRun();
  const { tabs, tab, ...change } = useTabs(examples[0]);
  const [saving, setSaving] = useState(false);
  const user = access.users.find((candidate) => candidate.user === params.get('user')) ?? access.users[0];
  if (user === undefined || tab === undefined) return null;
  const start = () => void (tab.text.trim() !== '' && run(user.user, tab.text));
  return (
    <div className="column flex-1 min-h-0">
      <QueryBar
        users={access.users}
        chosen={user.user}
        onUser={(name) => setParams({ user: name }, { replace: true })}
        seconds={access.seconds}
        running={state.status === 'running'}
        onRun={start}
        onCancel={cancel}
        onOpen={change.open}
      />
      <div className={styles.columns}>
        <ViewTree database={access.database} views={views} examples={examples} onExample={change.openExample} />
        <div className="column flex-1 min-w-0">
          <TabBar
            tabs={tabs}
            tab={tab}
            refusal={account.demo ? words.demo : null}
            onChoose={change.choose}
            onAdd={change.add}
            onClose={change.close}
            onSave={() => setSaving(true)}
          />
          <div className={styles.editorPlace} role="tabpanel" aria-label={tab.name}>
            <Suspense fallback={<p className={styles.editorWaiting}>Loading...</p>}>
              <SqlEditor
                key={tab.id}
                label={words.editor}
                text={tab.text}
                onChange={(text) => change.edit(tab.id, { text })}
                onRun={start}
                views={views}
              />
            </Suspense>
          </div>
          <ResultPane state={state} access={access} tabName={tab.name} />
        </div>
      </div>
      {saving && (
        <SaveDialog tab={tab} onSaved={(part) => change.edit(tab.id, part)} onClose={() => setSaving(false)} />
      )}
    </div>
  );
}
