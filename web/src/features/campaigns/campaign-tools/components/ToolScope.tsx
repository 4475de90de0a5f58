import type { Application } from '@tapwise/contract';
import { ApplicationPicker, OrganizationPicker } from '../../../../shared/report/components/scope/ObjectPickers.tsx';
import { ScopeRow } from '../../../../shared/scope/index.ts';
import type { ToolScopeState } from './use-tool-scope.ts';

interface Props {
  applications: readonly Application[];
  scope: ToolScopeState;
}

/** Whose campaigns: a choice takes effect at once, for the cards and for the form beside them. */
export function ToolScope({ applications, scope: { application, organization, choose } }: Props) {
  return (
    <ScopeRow>
      <ApplicationPicker
        applications={applications}
        value={application?.id ?? null}
        onChange={(id) => choose({ application: id, organization: null })}
      />
      <OrganizationPicker
        organizations={application?.asaOrganizations ?? []}
        value={organization?.organization_id ?? null}
        onChange={(id) => choose({ application: application?.id ?? null, organization: id })}
      />
    </ScopeRow>
  );
}
