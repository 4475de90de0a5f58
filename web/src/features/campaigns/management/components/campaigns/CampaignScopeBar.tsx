import type { Application } from '@tapwise/contract';
import type { ReportScope } from '../../../../../shared/report/components/scope/use-report-scope.ts';
import {
  ApplicationPicker,
  describeRange,
  FilterPicker,
  FilterTags,
  OrganizationPicker,
  organizationOf,
  RangePicker,
  remembered,
  resolveRange,
} from '../../../../../shared/report/index.ts';
import { FoldedScope, ScopeFrame } from '../../../../../shared/scope/ScopeFrame.tsx';
import { managementMessages as words } from '../../messages.ts';

interface Props {
  scope: ReportScope;
  applications: readonly Application[];
  today: string;
  restricted: boolean;
}

/** Application, organization, the days of the figures, and the filter. */
export function CampaignScopeBar({ scope, applications, today, restricted }: Props) {
  const { draft, url } = scope;
  const application = applications.find(({ id }) => id === draft.applicationId);
  const organizations = application?.asaOrganizations ?? [];
  const organization = organizations.find(({ organization_id }) => organization_id === draft.organizationId);
  const currentApplication = applications.find(({ id }) => id === url.scope.applicationId);
  const firstDay = currentApplication?.first_sdk_event_date ?? null;
  function chooseApplication(id: number | null): void {
    const next = applications.find((candidate) => candidate.id === id);
    if (next === undefined) return;
    const filters = { ...draft.filters, labels: [] };
    scope.change({ applicationId: id, organizationId: organizationOf(next, null, remembered), filters });
  }
  return (
    <ScopeFrame
      unsent={scope.unsent}
      onUpdate={scope.update}
      folded={
        <FoldedScope
          app={currentApplication}
          name={currentApplication?.name ?? words.title}
          details={describeRange(url.scope.range, resolveRange(url.scope.range, today, firstDay), today).name}
        />
      }
      tags={
        <FilterTags
          filters={url.scope.filters}
          labelsOf={url.scope.applicationId}
          onChange={(filters) => scope.apply({ ...url.scope, filters })}
        />
      }
      pickers={
        <>
          <ApplicationPicker applications={applications} value={draft.applicationId} onChange={chooseApplication} />
          <OrganizationPicker
            organizations={organizations}
            value={draft.organizationId}
            onChange={(organizationId) => scope.change({ organizationId })}
          />
          <RangePicker
            choice={draft.range}
            today={today}
            firstDay={application?.first_sdk_event_date ?? null}
            timeZone={organization?.time_zone ?? 'UTC'}
            onApply={(range) => scope.update({ range })}
          />
          <FilterPicker
            filters={draft.filters}
            labelsOf={restricted ? null : draft.applicationId}
            onChange={(filters) => scope.change({ filters })}
          />
        </>
      }
    />
  );
}
