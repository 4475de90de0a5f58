import { Button, Skeleton, SkeletonItem } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useRefreshOnMove } from '../../../shared/live/use-refresh-on-move.ts';
import { ChoicePicker, rememberedAccount, ScopeRow, useEager } from '../../../shared/scope/index.ts';
import { Age, Message, ReportBanners, ReportError } from '../../reports/index.ts';
import { useAccount } from '../../session/index.ts';
import { TitleRow } from '../../shell/index.ts';
import { inAppsKey, useInApps } from '../api/in-apps-api.ts';
import { inAppsMessages as words } from '../messages.ts';
import { treeRows } from '../model/product-tree.ts';
import styles from './in-apps.module.css';
import { ProductTree } from './ProductTree.tsx';

/** What the application sells, and what each product brings where. */
export function InAppsScreen() {
  const { account, applications } = useAccount();
  const [params, setParams] = useSearchParams();
  const wished = Number(params.get('app') ?? rememberedAccount.applicationId());
  const application = applications.find(({ id }) => id === wished) ?? applications[0] ?? null;
  const connected = application !== null && application.asc_integration !== 'not_integrated';
  const id = connected ? application.id : null;
  const query = useInApps(id);
  useRefreshOnMove(id, inAppsKey(id));
  const [opened, setOpened] = useEager(params.toString(), params.getAll('open').join('\n'));
  const answer = query.data ?? null;
  const rows = useMemo(
    () => (answer === null ? [] : treeRows(answer.purchases, new Set(opened.split('\n')))),
    [answer, opened],
  );
  function open(product: string, on: boolean): void {
    const next = new URLSearchParams(params);
    const others = opened.split('\n').filter((other) => other !== '' && other !== product);
    const all = on ? [...others, product] : others;
    next.delete('open');
    for (const other of all) next.append('open', other);
    setOpened(all.join('\n'));
    setParams(next, { replace: true });
  }
  return (
    <>
      <TitleRow title={words.title} />
      <ScopeRow end={answer !== null && <Age instant={answer.last_updated} before={`${words.updated} `} none="–" />}>
        <ChoicePicker
          label="Application"
          choices={applications.map(({ id: value, name }) => ({ value: String(value), text: name }))}
          chosen={application === null ? null : String(application.id)}
          onChoose={(value) => setParams({ app: value })}
        />
      </ScopeRow>
      <ReportBanners
        demo={account.demo}
        warning={answer === null || answer.set_aside === 0 ? undefined : words.setAside(answer.set_aside)}
      />
      {query.isError && <ReportError error={query.error} answeredAt={0} onRetry={() => void query.refetch()} />}
      {application === null || !connected ? (
        <NotConnected title={application === null ? words.noApplications : words.notConnected} />
      ) : answer === null ? (
        query.isPending && <TreeSkeleton />
      ) : rows.length === 0 ? (
        <Message title={words.empty} />
      ) : (
        <ProductTree
          applicationId={application.id}
          rows={rows}
          currency={answer.currency}
          busy={query.isLoading}
          stale={query.isError}
          onOpen={open}
        />
      )}
    </>
  );
}

function NotConnected({ title }: { title: string }) {
  const navigate = useNavigate();
  const open = (
    <Button appearance="primary" onClick={() => void navigate('/client/settings')}>
      Open Settings
    </Button>
  );
  return <Message title={title} actions={open} />;
}

function TreeSkeleton() {
  return (
    <div className={styles.scroll} aria-busy="true">
      <p className="visually-hidden" role="status">
        {words.loading}
      </p>
      <Skeleton aria-hidden="true">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
          <div key={row} className={styles.skeletonRow}>
            <SkeletonItem size={12} />
          </div>
        ))}
      </Skeleton>
    </div>
  );
}
