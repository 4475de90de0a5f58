import type { Application } from '@tapwise/contract';
import { useMemo, useState } from 'react';
import { type MonthlyQuestion, useMonthsByApp } from '../api/monthly-api.ts';
import type { AppMonths } from '../model/monthly-table.ts';

/** Which months show their apps, and those apps' months; asked once the first month is opened. */
export function useAppMonths(question: MonthlyQuestion | null, applications: readonly Application[]) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const linked = useMemo(
    () => applications.filter(({ asaOrganizations }) => asaOrganizations.length > 0),
    [applications],
  );
  const several = question !== null && question.application_id === undefined && linked.length > 1;
  const { responses, loading, error, retry } = useMonthsByApp(
    question,
    linked.map(({ id }) => id),
    several && open.size > 0,
  );
  const months = useMemo(
    () =>
      linked.flatMap(({ name }, index): AppMonths[] => {
        const response = responses[index];
        return response == null ? [] : [{ name, response }];
      }),
    [linked, responses],
  );
  function toggle(month: number): void {
    const next = new Set(open);
    if (!next.delete(month)) next.add(month);
    setOpen(next);
  }
  return { apps: several ? { open, months, toggle } : null, loading, error, retry };
}
