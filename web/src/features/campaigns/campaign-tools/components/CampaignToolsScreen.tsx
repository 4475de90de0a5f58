import type { Application } from '@tapwise/contract';
import { Suspense, useMemo } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { toolPaths } from '../../../../shared/page/tool-paths.ts';
import { ReportBanners } from '../../../../shared/report/components/states/ReportBanners.tsx';
import { Message, NotReady } from '../../../../shared/report/components/states/ReportStates.tsx';
import { useAccount } from '../../../account/session/index.ts';
import { ManagementFrame } from '../../../frame/management-frame/index.ts';
import { toolMessages as words } from '../messages.ts';
import { forms } from '../model/tools.ts';
import styles from './campaign-tools.module.css';
import { ToolCards } from './ToolCards.tsx';
import { ToolCreations } from './ToolCreations.tsx';
import { ToolScope } from './ToolScope.tsx';
import { useToolScope } from './use-tool-scope.ts';

/** Forms come with the first one that is opened. */
const ToolForm = lazyPart(async () => (await import('./forms/ToolForm.tsx')).ToolForm);

/** Cards that lead to everything that creates, and what is being created now. Each form has an address of its own. */
export function CampaignToolsScreen() {
  const { account, applications } = useAccount();
  const scope = useToolScope(applications);
  const { application, organization } = scope;
  const open = useOpenForm();
  if (account.access === 'restricted')
    return (
      <ManagementFrame>
        <Message title={words.restricted} />
      </ManagementFrame>
    );
  return (
    <ManagementFrame>
      <ToolScope applications={applications} scope={scope} />
      <ReportBanners demo={account.demo} />
      {application === null || organization === null ? (
        <NotReady application={application} />
      ) : (
        <div className={styles.split}>
          <ToolsMain application={application} openForm={open.path} />
          {open.path !== null && (
            <Suspense fallback={<aside className={styles.drawer} aria-busy />}>
              <ToolForm
                key={`${application.id}:${organization.organization_id}:${open.path}`}
                path={open.path}
                accountId={account.user_id}
                application={application}
                organization={organization}
                onClose={open.close}
              />
            </Suspense>
          )}
        </div>
      )}
    </ManagementFrame>
  );
}

/** The form the address says, and the way back to the cards. */
function useOpenForm() {
  const { '*': below = '' } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const path = forms[below.replace(/\/$/, '')] === undefined ? null : below.replace(/\/$/, '');
  return useMemo(
    () => ({
      path,
      close: () => void navigate({ pathname: toolPaths.tools, search }, { state: { closed: path } }),
    }),
    [path, search, navigate],
  );
}

function ToolsMain({ application, openForm }: { application: Application; openForm: string | null }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.main} tabIndex={0} aria-label={words.screen}>
      <ToolCreations applicationId={application.id} part="open" />
      <ToolCards openForm={openForm} />
      <ToolCreations applicationId={application.id} part="ended" />
    </section>
  );
}
