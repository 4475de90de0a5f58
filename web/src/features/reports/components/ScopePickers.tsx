import { Dropdown, Option } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import type { Application } from '@tapwise/contract';
import { organizationOf } from '../model/resolve-scope.ts';
import type { Filters, Scope } from '../model/url-state.ts';
import { FilterPicker } from './FilterPicker.tsx';
import { RangePicker } from './RangePicker.tsx';
import styles from './scope-bar.module.css';
import { remembered } from './use-report-scope.ts';

interface Props {
  applications: readonly Application[];
  draft: Scope;
  today: string;
  onChange: (part: Partial<Scope>) => void;
}

/** Application, organization, range and filter: one joined control in this order on every screen. */
export function ScopePickers({ applications, draft, today, onChange }: Props) {
  const application = applications.find(({ id }) => id === draft.applicationId);
  const organizations = application?.asaOrganizations ?? [];
  const organization = organizations.find(({ organization_id }) => organization_id === draft.organizationId);

  function chooseApplication(id: number): void {
    const next = applications.find((candidate) => candidate.id === id);
    if (next !== undefined) onChange({ applicationId: id, organizationId: organizationOf(next, null, remembered) });
  }

  return (
    <>
      <Dropdown
        className={styles.picker}
        aria-label="Application"
        placeholder="Application"
        expandIcon={<ChevronDown12Regular />}
        value={application?.name ?? ''}
        selectedOptions={application === undefined ? [] : [String(application.id)]}
        onOptionSelect={(_, data) => chooseApplication(Number(data.optionValue))}
      >
        {applications.map(({ id, name }) => (
          <Option key={id} value={String(id)}>
            {name}
          </Option>
        ))}
      </Dropdown>
      <Dropdown
        className={styles.picker}
        aria-label="Organization"
        placeholder="Organization"
        expandIcon={<ChevronDown12Regular />}
        value={organization?.name ?? ''}
        selectedOptions={organization === undefined ? [] : [String(organization.organization_id)]}
        onOptionSelect={(_, data) => onChange({ organizationId: Number(data.optionValue) })}
      >
        {organizations.map(({ organization_id, name }) => (
          <Option key={organization_id} value={String(organization_id)}>
            {name}
          </Option>
        ))}
      </Dropdown>
      <RangePicker
        choice={draft.range}
        today={today}
        firstDay={application?.first_sdk_event_date ?? null}
        timeZone={organization?.time_zone ?? 'UTC'}
        onChange={(range) => onChange({ range })}
      />
      <FilterPicker filters={draft.filters} onChange={(filters: Filters) => onChange({ filters })} />
    </>
  );
}
