import type { Application } from '@tapwise/contract';
import { useSearchParams } from 'react-router-dom';
import { rememberAccount, rememberedAccount } from '../../../../shared/scope/index.ts';
import { useAccount } from '../../../account/session/index.ts';

/** Whose sales a screen shows, and the rest of its address. */
export interface StoreScope {
  application: Application | null;
  /** The application, if the store's reports can be had for it. */
  applicationId: number | null;
  params: URLSearchParams;
  /** Writes parts of the address; `null` leaves one out. What is only looked at otherwise replaces the last address. */
  change: (parts: Record<string, string | readonly string[] | null>, options?: { replace: boolean }) => void;
}

/** The application of the address, else the one looked at last, else the first. */
export function useStoreScope(): StoreScope {
  const { applications } = useAccount();
  const [params, setParams] = useSearchParams();
  const requested = Number(params.get('app') ?? rememberedAccount.applicationId());
  const application = applications.find(({ id }) => id === requested) ?? applications[0] ?? null;
  return {
    application,
    applicationId: isConnected(application) ? application.id : null,
    params,
    change: (parts, options) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(parts)) {
        next.delete(name);
        for (const entry of value === null ? [] : [value].flat()) next.append(name, entry);
      }
      if (typeof parts.app === 'string') rememberAccount({ application: Number(parts.app), organization: null });
      setParams(next, options);
    },
  };
}

/** Whether the keys of the store's reports were given. */
function isConnected(application: Application | null): application is Application {
  return application !== null && application.asc_integration !== 'not_integrated';
}
