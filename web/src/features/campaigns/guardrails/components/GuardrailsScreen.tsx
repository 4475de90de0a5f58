import { useQuery } from '@tanstack/react-query';
import type { Application, GuardrailsResponse } from '@tapwise/contract';
import { useSearchParams } from 'react-router-dom';
import { guardrailsOptions } from '../../../../shared/campaigns/changes/guardrail-calls.ts';
import { dateForm } from '../../../../shared/format/date-forms.ts';
import { useOnline } from '../../../../shared/page/browser-state.ts';
import { NotReady } from '../../../../shared/report/components/states/ReportStates.tsx';
import { ApplicationPicker, Message, ReportBanners, ReportError } from '../../../../shared/report/index.ts';
import {
  completeAccountScope,
  readAccountScope,
  rememberAccount,
  rememberedAccount,
  ScopeRow,
  writeAccountScope,
} from '../../../../shared/scope/index.ts';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import { useAccount } from '../../../account/session/index.ts';
import { ManagementFrame } from '../../../frame/management-frame/index.ts';
import { guardrailMessages as words } from '../messages.ts';
import { GuardrailForm } from './GuardrailForm.tsx';
import styles from './guardrails.module.css';

/** The limits that changes are held to: admins set them, members see them. */
export function GuardrailsScreen() {
  const { account, applications } = useAccount();
  const [params, setParams] = useSearchParams();
  const scope = completeAccountScope(readAccountScope(params), applications, rememberedAccount, { all: false });
  const application = applications.find(({ id }) => id === scope.application) ?? null;
  const restricted = account.access === 'restricted';
  const online = useOnline();
  const ready = application !== null && application.asa_integration === 'integrated' && !restricted;
  const query = useQuery(guardrailsOptions(ready ? application.id : null));
  const choose = (id: number | null) => {
    const next = completeAccountScope({ application: id, organization: null }, applications, rememberedAccount, {
      all: false,
    });
    const search = new URLSearchParams();
    writeAccountScope(search, next);
    rememberAccount(next);
    setParams(search);
  };
  const refusal = account.demo
    ? words.demo
    : account.access !== 'admin'
      ? words.onlyAdmins
      : online
        ? null
        : words.offline;
  return (
    <ManagementFrame>
      <ScopeRow>
        <ApplicationPicker applications={applications} value={application?.id ?? null} onChange={choose} />
      </ScopeRow>
      <ReportBanners demo={account.demo} />
      {query.isError && <ReportError error={query.error} answeredAt={0} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && ready && <Stopped response={query.data} application={application} />}
      <div className={styles.place}>
        {restricted ? (
          <Message title={words.restricted} />
        ) : application === null || !ready ? (
          <NotReady application={application} />
        ) : query.data === undefined ? (
          !query.isError && <Waiting />
        ) : (
          <GuardrailForm key={application.id} application={application} refusal={refusal} response={query.data} />
        )}
      </div>
    </ManagementFrame>
  );
}

/** That nothing writes by itself at all, whatever the limits below are. It is released at the top of every screen. */
function Stopped({ response: { stop_all }, application }: { response: GuardrailsResponse; application: Application }) {
  if (!stop_all.active) return null;
  const what = stop_all.scope === 'application' ? application.name : words.stoppedTeam;
  const since = stop_all.since === null ? '' : sinceForm(new Date(stop_all.since));
  return (
    <div className={styles.stopped} role="status">
      <NoticeBar intent="error">{words.stopped(what, since)}</NoticeBar>
    </div>
  );
}

const sinceForm = dateForm({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** Rows to come, in the geometry they will have. */
function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-busy>
      <span className="visually-hidden">Loading...</span>
      {Array.from({ length: 9 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these rows have nothing but a place.
        <span key={row} style={{ opacity: 1 - row * 0.08 }} />
      ))}
    </div>
  );
}
