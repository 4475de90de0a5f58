import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PastGate } from '../../../../shared/past-view/components/PastGate.tsx';
import { pastScopeOf } from '../../../../shared/past-view/past-scope.ts';
import { Processing, ReportBanners, ReportError, ReportNotice } from '../../../../shared/report/index.ts';
import { ChoicePicker, ScopeRow } from '../../../../shared/scope/index.ts';
import { useAccount } from '../../../account/session/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import { NotSetUp } from './NotSetUp.tsx';
import { UpdatedAge } from './UpdatedAge.tsx';
import type { StoreScope } from './use-store-scope.ts';

interface Props {
  title: string;
  scope: StoreScope;
  query: UseQueryResult<{ last_updated: string | null; warning?: string | undefined }>;
  /** Whether the answer has no rows. */
  empty: boolean;
  /** Beside the application, inside the one control. */
  pickers?: ReactNode;
  /** What choosing another application leaves out of the address. */
  forget?: readonly string[];
  /** The table, in whatever state it is. */
  children: ReactNode;
}

/** The frame of In-Apps and Countries: scope, age, banners, and what is shown there without rows. */
export function StoreScreen({ title, scope, query, empty, pickers, forget = [], children }: Props) {
  const { account, applications } = useAccount();
  const { application, applicationId, change } = scope;
  const response = query.data;
  const past = pastScopeOf(application);
  const choose = (app: string) => change({ ...Object.fromEntries(forget.map((name) => [name, null])), app });
  const age = response === undefined ? '\u00a0' : <UpdatedAge instant={response.last_updated} />;
  return (
    <>
      <TitleRow title={title} past={past} end={<ReportNotice warnings={[response?.warning]} />} />
      <ScopeRow end={age}>
        <ChoicePicker
          label="Application"
          choices={applications.map((app) => ({ value: String(app.id), text: app.name, app }))}
          chosen={application === null ? null : String(application.id)}
          onChoose={choose}
        />
        {pickers}
      </ScopeRow>
      <ReportBanners demo={account.demo} />
      {applicationId === null ? (
        <NotSetUp application={application} />
      ) : (
        <PastGate {...past}>
          {query.isError && (
            <ReportError
              error={query.error}
              answeredAt={response === undefined ? 0 : query.dataUpdatedAt}
              onRetry={() => void query.refetch()}
            />
          )}
          {empty && response?.last_updated === null ? <Processing onRetry={() => void query.refetch()} /> : children}
        </PastGate>
      )}
    </>
  );
}
