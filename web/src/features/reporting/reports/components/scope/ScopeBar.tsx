import type { Application } from '@tapwise/contract';
import type { ReactNode } from 'react';
import { FilterTags } from '../../../../../shared/report/components/filter/FilterTags.tsx';
import type { ReportScope } from '../../../../../shared/report/components/scope/use-report-scope.ts';
import { reportMessages as words } from '../../../../../shared/report/messages.ts';
import { compareLabels } from '../../../../../shared/report/model/scope/compare-periods.ts';
import { describeRange, resolveRange } from '../../../../../shared/report/model/scope/range.ts';
import { activeFilterCount, type Scope } from '../../../../../shared/report/model/scope/url-state.ts';
import { FoldedScope, ScopeFrame } from '../../../../../shared/scope/ScopeFrame.tsx';
import { ScopePickers } from './ScopePickers.tsx';

interface Props {
  scope: ReportScope;
  applications: readonly Application[];
  today: string;
  restricted: boolean;
  /** The Live switch is at the far right, outside the drawer. */
  live: ReactNode;
}

/** The scope bar of Reports. */
export function ScopeBar({ scope, applications, today, restricted, live }: Props) {
  const selectedScope = scope.url.scope;
  const application = applications.find(({ id }) => id === selectedScope.applicationId);
  return (
    <ScopeFrame
      pickers={
        <ScopePickers
          applications={applications}
          draft={scope.draft}
          today={today}
          restricted={restricted}
          onChange={scope.change}
          onApply={scope.update}
        />
      }
      unsent={scope.unsent}
      onUpdate={scope.update}
      folded={
        <FoldedScope
          app={application}
          name={application?.name ?? words.chooseFirst}
          details={scopeDetails(selectedScope, today, application?.first_sdk_event_date ?? null)}
        />
      }
      tags={
        <FilterTags
          filters={selectedScope.filters}
          labelsOf={selectedScope.applicationId}
          onChange={(filters) => scope.apply({ ...selectedScope, filters })}
        />
      }
      end={live}
    />
  );
}

/** "Last 7 days · Previous period · 1 filter". */
function scopeDetails({ range, compare, filters }: Scope, today: string, firstDay: string | null): string {
  const count = activeFilterCount(filters);
  return [
    describeRange(range, resolveRange(range, today, firstDay), today).name,
    ...(compare === 'none' ? [] : [compareLabels[compare]]),
    ...(count === 0 ? [] : [`${count} ${count === 1 ? 'filter' : 'filters'}`]),
  ].join(' · ');
}
