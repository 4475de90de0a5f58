import { useEffect, useMemo, useRef, useState } from 'react';
import { type Draft, type DraftScope, emptyDraft, keepDraft, readDraft } from '../../model/draft.ts';
import type { FormValues } from '../../model/form-values.ts';
import type { FormTarget } from './form-target.ts';

/** A list of 5,000 keywords is written to the browser once one stops typing, in milliseconds. */
const restMs = 400;

/** The values of a form, kept in the browser until they are sent. */
export function useDraft({ kind, accountId, application, organization }: FormTarget) {
  const scope = useMemo<DraftScope>(
    () => ({ accountId, applicationId: application.id, organizationId: organization.organization_id }),
    [accountId, application.id, organization.organization_id],
  );
  const [draft, setDraft] = useState<Draft>(() => readDraft(scope, kind));
  /** What is not written yet; `null` when all is. */
  const unwritten = useRef<Draft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const tools = useMemo(() => {
    function write(): void {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
      if (unwritten.current !== null) keepDraft(scope, kind, unwritten.current);
      unwritten.current = null;
    }
    function put(next: Draft): void {
      unwritten.current = next;
      setDraft(next);
    }
    return {
      write,
      later(next: Draft): void {
        put(next);
        timer.current ??= setTimeout(write, restMs);
      },
      now(next: Draft): void {
        put(next);
        write();
      },
    };
  }, [scope, kind]);

  useEffect(() => {
    window.addEventListener('pagehide', tools.write);
    return () => {
      window.removeEventListener('pagehide', tools.write);
      tools.write();
    };
  }, [tools]);

  return {
    values: draft.values,
    sent: draft.sent,
    change: (values: FormValues) => tools.later({ ...draft, values }),
    /** Keeps under which id the values are about to be sent. */
    noteSent: (sent: Draft['sent']) => tools.now({ ...draft, sent }),
    clear: () => tools.now(emptyDraft),
  };
}

export type FormDraft = ReturnType<typeof useDraft>;
