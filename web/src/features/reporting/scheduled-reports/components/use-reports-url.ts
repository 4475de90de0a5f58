import type { Application } from '@tapwise/contract';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { scheduledReportsPath } from '../../../../shared/report/model/views/schedule-address.ts';
import {
  completeAccountScope,
  readAccountScope,
  rememberAccount,
  rememberedAccount,
  writeAccountScope,
} from '../../../../shared/scope/index.ts';
import { useOpener } from '../../../../shared/ui/use-opener.ts';

/** A form beside the reports: of a new one, or of the one that the path names. */
type FormPanel = 'new' | 'edit';

/** What the address says: application, report, and the form beside it. */
export function useReportsUrl(applications: readonly Application[]) {
  const [params] = useSearchParams();
  const { id } = useParams();
  const navigate = useNavigate();
  const scope = completeAccountScope(readAccountScope(params), applications, rememberedAccount, { all: false });
  const application = applications.find((candidate) => candidate.id === scope.application) ?? null;
  const panel = params.get('panel');
  const opener = useOpener(id === undefined && panel === null ? null : [id, panel].join());

  function addressOf(report: number | null, form: FormPanel | null = null) {
    const search = new URLSearchParams();
    writeAccountScope(search, { application: application?.id ?? null, organization: null });
    if (form !== null) search.set('panel', form);
    return {
      pathname: report === null ? scheduledReportsPath : `${scheduledReportsPath}/${report}`,
      search: search.toString(),
    };
  }

  return {
    application,
    /** `null` where all are listed; 0 for what is no id. */
    reportId: id === undefined ? null : /^\d{1,15}$/.test(id) ? Number(id) : 0,
    panel: panel === 'new' || panel === 'edit' ? panel : null,
    /** The view that a new report begins with, as it is in the address. */
    viewParams: params,
    addressOf,
    open(report: number | null, form: FormPanel | null = null): void {
      opener.remember();
      void navigate(addressOf(report, form));
    },
    /** Nothing beside the reports any more: what opened it has the focus again. */
    close(report: number | null = null): void {
      opener.giveBack();
      void navigate(addressOf(report), { replace: true });
    },
    chooseApplication(next: number | null): void {
      const chosen = { application: next, organization: null };
      const account = completeAccountScope(chosen, applications, rememberedAccount, { all: false });
      rememberAccount(account);
      const search = new URLSearchParams();
      writeAccountScope(search, { application: account.application, organization: null });
      void navigate({ pathname: scheduledReportsPath, search: search.toString() });
    },
  };
}

export type ReportsPageUrl = ReturnType<typeof useReportsUrl>;
