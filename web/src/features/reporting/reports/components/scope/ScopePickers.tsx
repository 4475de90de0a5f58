import type { Application } from '@tapwise/contract';
import { FilterPicker } from '../../../../../shared/report/components/filter/FilterPicker.tsx';
import { RangePicker } from '../../../../../shared/report/components/range/RangePicker.tsx';
import { ComparePicker } from '../../../../../shared/report/components/scope/ComparePicker.tsx';
import { ApplicationPicker, OrganizationPicker } from '../../../../../shared/report/components/scope/ObjectPickers.tsx';
import { remembered } from '../../../../../shared/report/components/scope/use-report-scope.ts';
import { organizationOf } from '../../../../../shared/report/model/scope/resolve-scope.ts';
import type { Filters, Scope } from '../../../../../shared/report/model/scope/url-state.ts';

interface Props {
  applications: readonly Application[];
  draft: Scope;
  today: string;
  /** Labels are not theirs to see. */
  restricted: boolean;
  onChange: (part: Partial<Scope>) => void;
  /** Sends what was chosen, and this with it. */
  onApply: (part: Partial<Scope>) => void;
}

/** Application, organization, range, compare and filter: one joined control in this order on every screen. */
export function ScopePickers({ applications, draft, today, restricted, onChange, onApply }: Props) {
  const application = applications.find(({ id }) => id === draft.applicationId);
  const organizations = application?.asaOrganizations ?? [];
  const organization = organizations.find(({ organization_id }) => organization_id === draft.organizationId);

  function chooseApplication(id: number | null): void {
    const next = applications.find((candidate) => candidate.id === id);
    if (next === undefined) return;
    const filters = { ...draft.filters, labels: [] };
    onChange({ applicationId: id, organizationId: organizationOf(next, null, remembered), filters });
  }

  return (
    <>
      <ApplicationPicker applications={applications} value={draft.applicationId} onChange={chooseApplication} />
      <OrganizationPicker
        organizations={organizations}
        value={draft.organizationId}
        onChange={(organizationId) => onChange({ organizationId })}
      />
      <RangePicker
        choice={draft.range}
        today={today}
        firstDay={application?.first_sdk_event_date ?? null}
        timeZone={organization?.time_zone ?? 'UTC'}
        onApply={(range) => onApply({ range })}
      />
      <ComparePicker value={draft.compare} onChange={(compare) => onChange({ compare })} />
      <FilterPicker
        filters={draft.filters}
        labelsOf={restricted ? null : draft.applicationId}
        onChange={(filters: Filters) => onChange({ filters })}
      />
    </>
  );
}
