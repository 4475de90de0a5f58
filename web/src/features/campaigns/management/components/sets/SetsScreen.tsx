import { Button } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { ChangeSet } from '@tapwise/contract';
import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { changeSetsKey, changeSetsOptions } from '../../../../../shared/campaigns/changes/change-set-calls.ts';
import { useFocusInstead } from '../../../../../shared/page/use-kept-focus.ts';
import { useWithPrevious } from '../../../../../shared/page/use-with-previous.ts';
import { NotReady } from '../../../../../shared/report/components/states/ReportStates.tsx';
import {
  ApplicationPicker,
  Message,
  OrganizationPicker,
  ReportBanners,
  ReportError,
} from '../../../../../shared/report/index.ts';
import {
  type AccountScope,
  completeAccountScope,
  readAccountScope,
  rememberAccount,
  rememberedAccount,
  ScopeRow,
  writeAccountScope,
} from '../../../../../shared/scope/index.ts';
import { useRefreshOnMove } from '../../../../../shared/server/live/use-refresh-on-move.ts';
import { useAccount } from '../../../../account/session/index.ts';
import { ManagementFrame } from '../../../../frame/management-frame/index.ts';
import { managementMessages } from '../../messages.ts';
import styles from '../management.module.css';
import { SetPanel } from './SetPanel.tsx';
import { SetsList } from './SetsList.tsx';

const words = managementMessages.sets;

/** Changes that are collected, looked at by a second person, applied together and undone as one. */
export function SetsScreen() {
  const { account, applications } = useAccount();
  const [params, setParams] = useSearchParams();
  const scope = completeAccountScope(readAccountScope(params), applications, rememberedAccount, { all: false });
  const application = applications.find(({ id }) => id === scope.application) ?? null;
  const organization =
    application?.asaOrganizations.find(({ organization_id: id }) => id === scope.organization) ?? null;
  const restricted = account.access === 'restricted';
  const query = useQuery(changeSetsOptions(restricted ? null : (application?.id ?? null)));
  useRefreshOnMove(application?.id ?? null, changeSetsKey(application?.id ?? 0));
  const all = query.data?.filter((set) => set.asa_organization_id === organization?.organization_id);
  const chosen = all?.find(({ id }) => id === params.get('id')) ?? null;
  const split = useFocusOfSets(chosen?.id ?? null);
  const go = (next: AccountScope, id: string | null) => {
    const search = new URLSearchParams();
    writeAccountScope(search, next);
    rememberAccount(next);
    if (id !== null) search.set('id', id);
    setParams(search, { replace: id !== null });
  };
  const move = (next: AccountScope) =>
    go(completeAccountScope(next, applications, rememberedAccount, { all: false }), null);
  return (
    <ManagementFrame>
      <ScopeRow end={all !== undefined && <Count sets={all.length} />}>
        <ApplicationPicker
          applications={applications}
          value={application?.id ?? null}
          onChange={(id) => move({ application: id, organization: null })}
        />
        <OrganizationPicker
          organizations={application?.asaOrganizations ?? []}
          value={organization?.organization_id ?? null}
          onChange={(id) => move({ ...scope, organization: id })}
        />
      </ScopeRow>
      <ReportBanners demo={account.demo} />
      {query.isError && (
        <ReportError
          error={query.error}
          answeredAt={all === undefined ? 0 : query.dataUpdatedAt}
          onRetry={() => void query.refetch()}
        />
      )}
      <div ref={split} className={styles.split}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <section className={styles.main} tabIndex={0} aria-label={managementMessages.changeSets}>
          {application === null || organization === null ? (
            <NotReady application={application} />
          ) : restricted ? (
            <Message title={managementMessages.restricted} />
          ) : (
            <SetsBody
              sets={all}
              timeZone={organization.time_zone}
              chosen={chosen?.id ?? null}
              onOpen={(id) => go(scope, id)}
            />
          )}
        </section>
        {chosen !== null && application !== null && organization !== null && (
          <SetPanel
            key={chosen.id}
            set={chosen}
            applicationId={application.id}
            organization={organization}
            onClose={() => go(scope, null)}
          />
        )}
      </div>
    </ManagementFrame>
  );
}

const Count = ({ sets }: { sets: number }) => (
  <span role="status" className={styles.count}>
    {words.count(sets)}
  </span>
);

/** A set that is closed gives the focus back to its name in the list; within one it goes to the title. */
function useFocusOfSets(chosen: string | null) {
  const split = useRef<HTMLDivElement>(null);
  const last = useWithPrevious<string | null>([chosen], (before) => chosen ?? before);
  useFocusInstead(
    split,
    () => document.getElementById('set-title') ?? split.current?.querySelector(`[data-set="${last}"]`),
  );
  return split;
}

interface BodyProps {
  sets: readonly ChangeSet[] | undefined;
  timeZone: string;
  chosen: string | null;
  onOpen: (id: string) => void;
}

/** The sets, or how to begin one. */
function SetsBody({ sets, timeZone, chosen, onOpen }: BodyProps) {
  const navigate = useNavigate();
  if (sets === undefined) {
    return (
      <p role="status" className="visually-hidden">
        Loading...
      </p>
    );
  }
  if (sets.length > 0) return <SetsList sets={sets} timeZone={timeZone} chosen={chosen} onOpen={onOpen} />;
  const open = <Button onClick={() => void navigate('/client/reports')}>{words.openReports}</Button>;
  return <Message title={words.none} text={words.noneText} actions={open} />;
}
