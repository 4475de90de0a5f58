import type { Application } from '@tapwise/contract';
import {
  ApplicationPicker,
  activeFilterCount,
  FilterPicker,
  FilterTags,
  OrganizationPicker,
} from '../../../../shared/report/index.ts';
import { describeAccountScope, organizationsOf } from '../../../../shared/scope/index.ts';
import { FoldedScope, ScopeFrame } from '../../../../shared/scope/ScopeFrame.tsx';
import type { MonthlyScreenUrl } from './use-monthly-url.ts';
import { YearPicker } from './YearPicker.tsx';

interface Props {
  screen: MonthlyScreenUrl;
  applications: readonly Application[];
  thisYear: number;
}

/** Application, organization, year and filter. */
export function MonthlyScopeBar({ screen, applications, thisYear }: Props) {
  const { scope, url, change } = screen;
  const { account, year, filters } = scope;
  const idOf = (value: number | 'all' | null) => (value === 'all' ? null : value);
  const count = activeFilterCount(url.scope.filters);
  const details = [String(url.scope.year), ...(count === 0 ? [] : [`${count} ${count === 1 ? 'filter' : 'filters'}`])];
  return (
    <ScopeFrame
      unsent={screen.unsent}
      onUpdate={screen.update}
      folded={
        <FoldedScope name={describeAccountScope(url.scope.account, applications)} details={details.join(' · ')} />
      }
      tags={
        <FilterTags filters={url.scope.filters} onChange={(next) => screen.apply({ ...url.scope, filters: next })} />
      }
      pickers={
        <>
          <ApplicationPicker
            applications={applications}
            all
            value={idOf(account.application)}
            onChange={(id) => change({ account: { application: id ?? 'all', organization: null } })}
          />
          <OrganizationPicker
            organizations={organizationsOf(applications, account.application)}
            all
            value={idOf(account.organization)}
            onChange={(id) => change({ account: { ...account, organization: id ?? 'all' } })}
          />
          <YearPicker year={year} thisYear={thisYear} onChange={(next) => change({ year: next })} />
          <FilterPicker filters={filters} withStatus={false} onChange={(next) => change({ filters: next })} />
        </>
      }
    />
  );
}
