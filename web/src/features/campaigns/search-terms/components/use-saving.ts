import { useQueryClient } from '@tanstack/react-query';
import type { BadKeywords, ChangeResponse, CreationResponse } from '@tapwise/contract';
import { useEffect, useRef, useState } from 'react';
import { isDone } from '../../../../shared/campaigns/changes/outcomes.ts';
import { refreshSettings } from '../../../../shared/campaigns/changes/refresh-settings.ts';
import { readChange, undoChange } from '../../../../shared/campaigns/changes/write-calls.ts';
import { askCreation, sendCreation } from '../../../../shared/campaigns/creations/creation-calls.ts';
import { creationsQueryOptions } from '../../../../shared/campaigns/creations/creations-query.ts';
import { followCreation } from '../../../../shared/campaigns/creations/follow-creation.ts';
import type { NamedCampaign } from '../../../../shared/scope/index.ts';
import { ApiError, messageOf } from '../../../../shared/server/http/api-error.ts';
import { newRequestId } from '../../../../shared/server/http/request-id.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import type { TermQuestion } from '../api/search-terms-api.ts';
import { termMessages as words } from '../messages.ts';
import type { FilterKind } from '../model/decisions.ts';
import { type SaveForm, saveRequest } from '../model/save-form.ts';
import type { TermStore } from '../model/term-store.ts';

/** Progress of saving. */
export type Saving =
  | { phase: 'idle' }
  | { phase: 'sending' }
  | { phase: 'running'; offset: number; total: number; queued: boolean }
  | { phase: 'ended'; response: CreationResponse; change: ChangeResponse | null }
  | { phase: 'failed'; message: string; fixable: readonly number[] };

interface Options {
  kind: FilterKind;
  question: TermQuestion | null;
  target: NamedCampaign | null;
  store: TermStore | null;
  /** The rows are on their way: they leave the list. @param keys what they are, across answers */
  onAccepted: (keys: readonly string[]) => void;
  /** Nothing is on its way any more: what was refused comes back. */
  onSettled: () => Promise<void>;
}

/** A pause between two questions; the server itself waits for news before it answers. */
const pauseMs = 300;

/** Sends the decisions and follows them to their end, which comes also when this page does not wait for it. */
export function useSaving({ kind, question, target, store, onAccepted, onSettled }: Options) {
  const client = useQueryClient();
  const [saving, setSaving] = useState<Saving>({ phase: 'idle' });
  const left = useRef(false);
  /** The same wish sent again after a lost answer is one request. */
  const request = useRef<{ body: string; id: string } | null>(null);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  async function send(form: SaveForm, comment: string): Promise<void> {
    if (question === null || store === null) return;
    setSaving({ phase: 'sending' });
    const decisions = store.decisions.getState();
    const { call, body } = saveRequest(kind, question, target?.id ?? null, decisions, form);
    const text = JSON.stringify(body);
    if (request.current?.body !== text) request.current = { body: text, id: newRequestId() };
    const request_id = request.current.id;
    const commentBody = comment.trim() === '' ? {} : { comment: comment.trim() };
    try {
      const first = await sendCreation(call, { ...body, ...commentBody, request_id });
      onAccepted(sentKeys(store));
      void client.invalidateQueries({ queryKey: creationsQueryOptions(question.application_id).queryKey });
      const end =
        first.offset === undefined
          ? first
          : await follow(kind, question, { ...first, request_id }, setSaving, () => !left.current);
      if (end !== null) await finish(end);
    } catch (error) {
      setSaving({ phase: 'failed', message: messageOf(error), fixable: refusedRows(store, error) });
      await onSettled();
    }
  }

  async function finish(response: CreationResponse): Promise<void> {
    request.current = null;
    const change =
      response.change_id === undefined || question === null
        ? null
        : await readChange(question.application_id, response.change_id).catch(() => null);
    setSaving({ phase: 'ended', response, change });
    store?.reset();
    refreshSettings(client);
    await onSettled();
  }

  async function undo(changeId: string): Promise<void> {
    if (question === null) return;
    if (await undoSaved(question.application_id, changeId)) setSaving({ phase: 'idle' });
    refreshSettings(client);
    await onSettled();
  }

  return {
    saving,
    send,
    undo,
    dismiss: () => setSaving({ phase: 'idle' }),
    /** Sets what cannot be used to none, so that the rest can be sent. */
    fix(rows: readonly number[]): void {
      store?.choose(rows, 1);
      setSaving({ phase: 'idle' });
      showToast({ intent: 'info', text: words.fixed(rows.length) });
    },
  };
}

/** Decisions that are being saved, what of them cannot be, and what can be done then. */
export type SavingSteps = ReturnType<typeof useSaving>;

/** Asks for the progress of a creation until it has ended. @returns the last answer; `null` when the screen was left before */
function follow(
  kind: FilterKind,
  { application_id, asa_organization_id }: TermQuestion,
  first: CreationResponse,
  onSaving: (saving: Saving) => void,
  isVisible: () => boolean,
): Promise<CreationResponse | null> {
  const show = ({ offset = 0, total = 0, queued }: CreationResponse) =>
    onSaving({ phase: 'running', offset, total, queued: queued === true });
  show(first);
  const { request_id, campaign_id, offset = 0 } = first;
  const request = { request_id, kind: kind === 'skag' ? 'keywords' : 'filter', asa_organization_id } as const;
  return followCreation(
    { campaign_id, offset },
    {
      ask: (progress) => askCreation(application_id, { ...request, ...progress }),
      wait: async () => {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        return isVisible();
      },
      onProgress: show,
    },
  );
}

/** Takes back everything that was saved last: negatives are removed, what was added is paused. */
async function undoSaved(application_id: number, change_id: string): Promise<boolean> {
  try {
    const { results } = await undoChange({ application_id, change_id });
    const done = results.filter(({ outcome }) => isDone(outcome)).length;
    const missed = results.length - done;
    showToast({
      intent: missed === 0 ? 'success' : 'error',
      text: words.undone(done),
      details: missed === 0 ? [] : [words.notUndone(missed)],
    });
    return true;
  } catch (error) {
    showToast({ intent: 'error', text: messageOf(error) });
    return false;
  }
}

/** What is sent now. */
function sentKeys(store: TermStore): string[] {
  const { refused } = store.decisions.getState();
  return store.terms
    .filter(({ id }) => store.row(id)?.row.chosen !== 1 && !refused.has(id))
    .map(({ id }) => store.keyOf(id));
}

/** The rows a refusal names; they are marked with its reasons. */
function refusedRows(store: TermStore, error: unknown): number[] {
  if (!(error instanceof ApiError) || error.code !== 'bad_keywords') return [];
  const details = error.response.details as BadKeywords | undefined;
  return details === undefined ? [] : store.refuse(details.reasons);
}
