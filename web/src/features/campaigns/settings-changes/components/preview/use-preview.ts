import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { type GuardrailRow, guardrailRows } from '../../../../../shared/campaigns/changes/write-calls.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import type { EditTarget } from '../../model/edit-cells.ts';
import type { PendingEdit } from '../../model/pending-edit.ts';
import { withMine } from '../../model/settle-edits.ts';
import type { SettingsChangeScope } from '../settings-change-scope.ts';
import { useOpenChanges } from '../use-open-changes.ts';
import {
  applyLaterResponse,
  applyResponse,
  joinSent,
  laterSent,
  openChanges,
  type SendOptions,
  type SentEdits,
  sendEdits,
  showDone,
  withoutRow,
} from './send-edits.ts';

/** Sends edits and keeps their outcomes; what is not done stays entered, with the reason. */
export function usePreview(
  { application, organization }: SettingsChangeScope,
  { pending }: Pick<EditTarget, 'pending'>,
) {
  const client = useQueryClient();
  const edits = useStore(pending.store, ({ all }) => all);
  const [sent, setSent] = useState<SentEdits | null>(null);
  const [state, setState] = useState<SendState>(idle);

  async function send(chosen: readonly PendingEdit[], options: SendOptions): Promise<SentEdits | null> {
    setState({ ...idle, busy: true });
    const base = { application_id: application.id, asa_organization_id: organization.organization_id };
    let made = sent;
    const done: PendingEdit[] = [];
    try {
      await sendEdits(chosen, base, options, (some, response) => {
        done.push(...applyResponse(pending, some, response));
        made = joinSent(made, some, response);
        setSent(made);
      });
      setState(idle);
      return made;
    } catch (failure) {
      setState({ busy: false, error: messageOf(failure), guarded: guardrailRows(failure) });
      return null;
    } finally {
      void showDone(client, pending, done);
    }
  }

  const check = useOpenChanges(application.id, openChanges(sent, edits), (response) => {
    const done = applyLaterResponse(pending, response);
    if (done.length > 0) void showDone(client, pending, done);
    setSent((now) => now && laterSent(now, response));
  });
  return {
    ...state,
    edits,
    sent,
    send,
    check: () => void check().catch((failure: unknown) => setState({ ...idle, error: messageOf(failure) })),
    /** Sends a row again, over the conflict that was found. */
    sendMine(edit: PendingEdit, options: SendOptions): void {
      const mine = withMine(edit);
      if (mine === null) return;
      pending.set([mine]);
      void send([mine], options);
    },
    /** Sends a row whose effect was never seen again: it is read first, and what is there decides. */
    checkAgain({ trouble: _, ...edit }: PendingEdit, options: SendOptions): void {
      void send([edit], options);
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
