import { useMemo } from 'react';
import { Message } from '../../../../shared/report/index.ts';
import { useOptimisticValue } from '../../../../shared/scope/index.ts';
import { useRefreshOnMove } from '../../../../shared/server/live/use-refresh-on-move.ts';
import { StoreScreen, useStoreScope } from '../../store-reports/index.ts';
import { inAppsKey, useInApps } from '../api/in-apps-api.ts';
import { inAppsMessages as words } from '../messages.ts';
import { treeRows } from '../model/product-tree.ts';
import { ProductTree, TreeSkeleton } from './ProductTree.tsx';

/** What the application sells, and what each product brings where. */
export function InAppsScreen() {
  const scope = useStoreScope();
  const { application, applicationId, params, change } = scope;
  const query = useInApps(applicationId);
  useRefreshOnMove(applicationId, inAppsKey(applicationId));
  const [opened, setOpened] = useOptimisticValue(params.toString(), params.getAll('open').join('\n'));
  const response = query.data ?? null;
  const rows = useMemo(
    () => (response === null ? [] : treeRows(response.purchases, new Set(opened.split('\n')))),
    [response, opened],
  );
  function open(product: string, on: boolean): void {
    const others = opened.split('\n').filter((other) => other !== '' && other !== product);
    const all = on ? [...others, product] : others;
    setOpened(all.join('\n'));
    change({ open: all }, { replace: true });
  }
  return (
    <StoreScreen
      title={words.title}
      scope={scope}
      query={query}
      empty={response?.purchases.length === 0}
      forget={['open']}
    >
      {response === null || application === null ? (
        query.isPending && <TreeSkeleton />
      ) : (
        <ProductTree
          application={application}
          rows={rows}
          currency={response.currency}
          busy={query.isLoading}
          stale={query.isError}
          onOpen={open}
        >
          {rows.length === 0 && <Message title={words.empty} text={words.emptyText} />}
        </ProductTree>
      )}
    </StoreScreen>
  );
}
