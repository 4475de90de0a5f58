import type { Application } from '@tapwise/contract';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type AccountScope,
  completeAccountScope,
  readAccountScope,
  rememberAccount,
  rememberedAccount,
  writeAccountScope,
} from '../../../../shared/scope/index.ts';

/** Application and ad organization that something is created for, as the address says. */
export function useToolScope(applications: readonly Application[]) {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const scope = useMemo(
    () =>
      completeAccountScope(readAccountScope(new URLSearchParams(text)), applications, rememberedAccount, {
        all: false,
      }),
    [text, applications],
  );
  useEffect(() => rememberAccount(scope), [scope]);
  const application = applications.find(({ id }) => id === scope.application) ?? null;
  const organization =
    application?.asaOrganizations.find(({ organization_id }) => organization_id === scope.organization) ?? null;
  return {
    application,
    organization,
    choose(next: AccountScope): void {
      const address = new URLSearchParams();
      writeAccountScope(address, completeAccountScope(next, applications, rememberedAccount, { all: false }));
      setParams(address, { replace: true });
    },
  };
}

/** Where a tool creates, and how that is chosen. */
export type ToolScopeState = ReturnType<typeof useToolScope>;
