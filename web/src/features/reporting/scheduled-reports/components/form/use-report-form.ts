import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import type { ReportSchedule } from '../../api/report-schedule-types.ts';
import { createSchedule, schedulesKey, updateSchedule } from '../../api/report-schedules-api.ts';
import { scheduledReportMessages as words } from '../../messages.ts';
import { checkDraft, type DraftFaults, faultsOf } from '../../model/draft/draft-faults.ts';
import { keepDraft, readKeptDraft } from '../../model/draft/kept-draft.ts';
import { type ReportDraft, reportOf, updatesOf } from '../../model/draft/report-draft.ts';

interface Target {
  accountId: number;
  application: Application;
  /** The report that is edited; `null` for a new one. */
  schedule: ReportSchedule | null;
  /** What it begins with. */
  beginning: ReportDraft;
  /** What has the fields in it. */
  element: RefObject<HTMLElement | null>;
  onDone: (id: number | null) => void;
}

/** A report as it is entered: its values, what is wrong with them, and the way to the server. A reload keeps what was entered. */
export function useReportForm({ accountId, application, schedule, beginning, element, onDone }: Target) {
  const client = useQueryClient();
  const owner = { accountId, applicationId: application.id, reportId: schedule?.id ?? null };
  const [source] = useState(() => JSON.stringify(beginning));
  const [kept] = useState(() => readKeptDraft(owner, source));
  const [draft, setDraft] = useState<ReportDraft>(kept ?? beginning);
  const [isRestored, setRestored] = useState(kept !== null);
  const [faults, setFaults] = useState<DraftFaults>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  useFocusFirstFault(element, faults);

  function set(part: Partial<ReportDraft>): void {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(owner, source, next);
    // What was wrong is looked at again when it is sent; what is corrected is not called wrong meanwhile.
    const wrong = checkDraft(next);
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name in wrong)));
  }

  async function send(): Promise<void> {
    setSending(true);
    setRefusal(null);
    try {
      const report = reportOf(draft);
      const saved =
        schedule === null
          ? await createSchedule(application.id, report)
          : await update(application.id, schedule.id, updatesOf(reportOf(beginning), report));
      keepDraft(owner, source, null);
      showToast({
        intent: 'success',
        text: schedule === null ? words.done.created(report.name) : words.done.saved(report.name),
      });
      for (const text of saved?.warnings ?? []) showToast({ intent: 'info', text });
      await client.invalidateQueries({ queryKey: schedulesKey(application.id) });
      onDone(saved?.id ?? schedule?.id ?? null);
    } catch (failure) {
      const wrong = faultsOf(failure);
      setFaults(wrong ?? {});
      setRefusal(wrong === null ? messageOf(failure) : words.form.faults(Object.keys(wrong).length));
    } finally {
      setSending(false);
    }
  }

  return {
    draft,
    faults,
    refusal,
    isSending,
    isRestored,
    set,
    submit(): void {
      const wrong = checkDraft(draft);
      setFaults(wrong);
      const count = Object.keys(wrong).length;
      setRefusal(count === 0 ? null : words.form.faults(count));
      if (count === 0 && !isSending) void send();
    },
    /** Drops what was kept, and begins with what the report begins with. */
    beginAgain(): void {
      keepDraft(owner, source, null);
      setDraft(beginning);
      setRestored(false);
      setFaults({});
      setRefusal(null);
    },
  };
}

export type ReportForm = ReturnType<typeof useReportForm>;

/** Nothing was changed: nothing is sent. */
async function update(applicationId: number, id: number, updates: ReturnType<typeof updatesOf>) {
  return Object.keys(updates).length === 0 ? null : updateSchedule(applicationId, id, updates);
}

/** The first field with a fault has the focus when faults were found, not while they are corrected. */
function useFocusFirstFault(element: RefObject<HTMLElement | null>, faults: DraftFaults): void {
  const before = useRef(0);
  useEffect(() => {
    const count = Object.keys(faults).length;
    const isMore = count > before.current;
    before.current = count;
    if (!isMore) return;
    const wrong = element.current?.querySelector<HTMLElement>(
      ':is(input, select)[aria-invalid="true"], [data-wrong] :is(input, select, button)',
    );
    wrong?.focus();
  }, [element, faults]);
}
