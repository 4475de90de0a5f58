import { Dropdown, Option } from '@fluentui/react-components';
import { Building16Regular } from '@fluentui/react-icons/svg/building';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import type { Application, Organization } from '@tapwise/contract';
import styles from '../../../scope/scope.module.css';
import { NamedApp } from '../../../ui/app-icon/AppIcon.tsx';

const everything = 'all';

interface ApplicationProps {
  applications: readonly Pick<Application, 'id' | 'name' | 'adam_id'>[];
  /** `null`: none chosen, or all of them where that is offered. */
  value: number | null;
  /** Offers all applications together. */
  all?: boolean;
  onChange: (id: number | null) => void;
}

/** Chooses an application, or all of them where the screen allows it. */
export function ApplicationPicker({ applications, value, all = false, onChange }: ApplicationProps) {
  const chosen = applications.find(({ id }) => id === value);
  return (
    <Dropdown
      className={styles.picker}
      aria-label="Application"
      placeholder="Application"
      expandIcon={<ChevronDown12Regular />}
      button={chosen === undefined ? {} : { children: <NamedApp app={chosen} /> }}
      value={chosen?.name ?? (all ? 'All apps' : '')}
      selectedOptions={chosen === undefined ? (all ? [everything] : []) : [String(chosen.id)]}
      onOptionSelect={(_, data) => onChange(data.optionValue === everything ? null : Number(data.optionValue))}
    >
      {all && <Option value={everything}>All apps</Option>}
      {applications.map((application) => (
        <Option key={application.id} value={String(application.id)} text={application.name}>
          <NamedApp app={application} />
        </Option>
      ))}
    </Dropdown>
  );
}

interface OrganizationProps {
  organizations: readonly Pick<Organization, 'organization_id' | 'name'>[];
  /** `null`: none chosen, or all of them where that is offered. */
  value: number | null;
  /** Offers all organizations together. */
  all?: boolean;
  onChange: (id: number | null) => void;
}

/** Chooses an ad organization of the application, or all of them where the screen allows it. */
export function OrganizationPicker({ organizations, value, all = false, onChange }: OrganizationProps) {
  const chosen = organizations.find(({ organization_id }) => organization_id === value);
  const text = chosen?.name ?? (all ? 'All organizations' : '');
  return (
    <Dropdown
      className={styles.picker}
      aria-label="Organization"
      placeholder="Organization"
      expandIcon={<ChevronDown12Regular />}
      button={{
        children: (
          <span className={styles.withIcon}>
            <Building16Regular />
            <span>{text === '' ? 'Organization' : text}</span>
          </span>
        ),
      }}
      value={text}
      selectedOptions={chosen === undefined ? (all ? [everything] : []) : [String(chosen.organization_id)]}
      onOptionSelect={(_, data) => onChange(data.optionValue === everything ? null : Number(data.optionValue))}
    >
      {all && <Option value={everything}>All organizations</Option>}
      {organizations.map(({ organization_id, name }) => (
        <Option key={organization_id} value={String(organization_id)}>
          {name}
        </Option>
      ))}
    </Dropdown>
  );
}

interface AccountProps {
  applications: readonly Application[];
  application: Pick<Application, 'id' | 'asaOrganizations'> | null;
  organizationId: number | null;
  /** Another application has other organizations: none of them is chosen yet. */
  onChange: (applicationId: number | null, organizationId: number | null) => void;
}

/** Chooses an application and one of its organizations. */
export function AccountPickers({ applications, application, organizationId, onChange }: AccountProps) {
  const applicationId = application?.id ?? null;
  return (
    <>
      <ApplicationPicker applications={applications} value={applicationId} onChange={(id) => onChange(id, null)} />
      <OrganizationPicker
        organizations={application?.asaOrganizations ?? []}
        value={organizationId}
        onChange={(id) => onChange(applicationId, id)}
      />
    </>
  );
}
