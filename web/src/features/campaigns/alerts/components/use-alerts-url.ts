import type { Application } from '@tapwise/contract';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import {
  completeAccountScope,
  readAccountScope,
  rememberAccount,
  rememberedAccount,
  writeAccountScope,
} from '../../../../shared/scope/index.ts';
import { useOpener } from '../../../../shared/ui/use-opener.ts';
import { alertsPath } from '../../../frame/automation-frame/index.ts';

/** What is shown beside the alerts. */
interface Beside {
  /** Id of an incident. */
  episode: string | null;
  /** Id of a channel, or `new`. */
  channel: string | null;
}

/** What the address says: application, and the alert, incident or channel that is looked at. */
export function useAlertsUrl(applications: readonly Application[]) {
  const [params] = useSearchParams();
  const { id } = useParams();
  const navigate = useNavigate();
  const scope = completeAccountScope(readAccountScope(params), applications, rememberedAccount, { all: false });
  const application = applications.find((candidate) => candidate.id === scope.application) ?? null;
  const alert = id === undefined ? null : Number(id);
  const beside: Beside = { episode: params.get('episode'), channel: params.get('channel') };
  const isOpen = alert !== null || beside.episode !== null || beside.channel !== null;
  const opener = useOpener(isOpen ? [alert, beside.episode, beside.channel].join() : null);

  const addressOf = (alertId: number | null, part: Partial<Beside> = {}) => {
    const search = new URLSearchParams();
    writeAccountScope(search, { application: application?.id ?? null, organization: null });
    for (const [name, value] of Object.entries(part)) if (value !== null) search.set(name, value);
    return { pathname: alertId === null ? alertsPath : `${alertsPath}/${alertId}`, search: search.toString() };
  };

  return {
    application,
    /** Where an alert is written; without an id, a new one. */
    builderAddressOf: (alertId: number | null) => ({
      pathname: alertId === null ? `${alertsPath}/new` : `${alertsPath}/${alertId}/edit`,
      search: addressOf(null).search,
    }),
    alert,
    ...beside,
    addressOf,
    /** Shows something beside the alerts; what was pressed has the focus again when it is closed. */
    open(alertId: number | null, part: Partial<Beside> = {}): void {
      opener.remember();
      void navigate(addressOf(alertId, part));
    },
    close(): void {
      opener.giveBack();
      void navigate(addressOf(null), { replace: true });
    },
    chooseApplication(next: number | null): void {
      const chosen = { application: next, organization: null };
      const account = completeAccountScope(chosen, applications, rememberedAccount, { all: false });
      rememberAccount(account);
      const search = new URLSearchParams();
      writeAccountScope(search, { application: account.application, organization: null });
      void navigate({ pathname: alertsPath, search: search.toString() });
    },
  };
}

export type AlertsUrl = ReturnType<typeof useAlertsUrl>;
