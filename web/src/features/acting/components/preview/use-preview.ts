import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isOpen } from '../../../../shared/changes/outcomes.ts';
import { refreshSettings } from '../../../../shared/changes/refresh-settings.ts';
import { type GuardrailRow, guardrailRows, readChange } from '../../../../shared/changes/write-calls.ts';
import { messageOf } from '../../../../shared/http/api-error.ts';
import type { PendingEdit } from '../../model/pending-edit.ts';
import type { EditingTable } from '../../model/table-editing.ts';
import { withMine } from '../../model/write-answer.ts';
import type { ActingScope } from '../use-table-acting.tsx';
import {
  joinSent,
  openChanges,
  replaceRows,
  type SendOptions,
  type SentEdits,
  sendEdits,
  takeAnswer,
  withoutRow,
} from './send-edits.ts';

/** Rows of which no last word has come are asked about this often. */
const checkEveryMs = 3_000;

/** Sends edits and keeps what becomes of them; what is not done stays entered, with the reason. */
export function usePreview({ application, organization }: ActingScope, { pending }: Pick<EditingTable, 'pending'>) {
  const client = useQueryClient();
  const edits = useSyncExternalStore(pending.subscribe, pending.all);
  const [sent, setSent] = useState<SentEdits | null>(null);
  const [state, setState] = useState<SendState>(idle);
  const refresh = () => refreshSettings(client);

  async function send(chosen: readonly PendingEdit[], options: SendOptions): Promise<SentEdits | null> {
    setState({ ...idle, busy: true });
    const base = { application_id: application.id, asa_organization_id: organization.organization_id };
    let made = sent;
    try {
      await sendEdits(chosen, base, options, (some, answer) => {
        takeAnswer(pending, some, answer);
        made = joinSent(made, some, answer);
        setSent(made);
      });
      setState(idle);
      return made;
    } catch (failure) {
      setState({ busy: false, error: messageOf(failure), guarded: guardrailRows(failure) });
      return null;
    } finally {
      refresh();
    }
  }

  async function check(): Promise<void> {
    if (sent === null) return;
    for (const change_id of openChanges(sent, pending.all())) {
      const answer = await readChange(application.id, change_id);
      takeAnswer(pending, [...sent.edits.values()], { ...answer, change_id });
      setSent((now) => now && { ...now, results: replaceRows(now.results, answer.results) });
    }
    refresh();
  }

  useChecks(sent?.results.some(({ outcome }) => isOpen(outcome)) ?? false, check);
  return {
    ...state,
    edits,
    sent,
    send,
    check: () => void check().catch((failure: unknown) => setState({ ...idle, error: messageOf(failure) })),
    /** Sends a row once more, over what was found in its way. */
    sendMine(edit: PendingEdit, options: SendOptions): void {
      const mine = withMine(edit);
      if (mine === null) return;
      pending.set([mine]);
      void send([mine], options);
    },
    /** Lets go of an edit. */
    remove(edit: PendingEdit): void {
      pending.remove([edit]);
      setSent((now) => withoutRow(now, edit));
    },
  };
}

interface SendState {
  busy: boolean;
  error: string | null;
  guarded: readonly GuardrailRow[] | null;
}

const idle: SendState = { busy: false, error: null, guarded: null };

export type Preview = ReturnType<typeof usePreview>;

/** Asks again while something is open. A check that fails is made again with the next turn. */
function useChecks(open: boolean, check: () => Promise<void>): void {
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => void latest.current().catch(() => undefined), checkEveryMs);
    return () => clearInterval(timer);
  }, [open]);
}
