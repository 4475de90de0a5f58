import { useQueryClient } from '@tanstack/react-query';
import type { GuardrailsResponse } from '@tapwise/contract';
import { useState } from 'react';
import { guardrailsOptions, setGuardrails } from '../../../../shared/campaigns/changes/guardrail-calls.ts';
import { useAskBeforeLeaving } from '../../../../shared/page/use-ask-before-leaving.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { guardrailMessages as words } from '../messages.ts';
import { type GuardrailEdits, readEdits } from '../model/guardrail-edits.ts';
import { type SettingPath, settingsOf } from '../model/guardrail-fields.ts';

interface Source {
  applicationId: number;
  response: GuardrailsResponse;
  currency: string;
  /** Why nothing can be changed here; `null` where it can. */
  refusal: string | null;
}

/** The limits as they are edited. What a colleague saves meanwhile shows wherever nothing was typed. */
export function useGuardrailForm({ applicationId, response, currency, refusal }: Source) {
  const client = useQueryClient();
  const [edits, setEdits] = useState<GuardrailEdits>(new Map());
  const [tried, setTried] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<SettingPath>>(new Set());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const kept = settingsOf(response.guardrails);
  const { wish, count, faults } = readEdits(edits, response.guardrails, currency);
  useAskBeforeLeaving(() => count > 0);

  function clear(): void {
    setEdits(new Map());
    setLeft(new Set());
    setTried(false);
    setProblem(null);
  }
  async function save(): Promise<void> {
    if (refusal !== null || busy || count === 0) return;
    setTried(true);
    const [first] = faults.keys();
    if (first !== undefined) {
      setProblem(words.wrong);
      document.querySelector<HTMLElement>(`[data-setting="${first}"]`)?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      client.setQueryData(guardrailsOptions(applicationId).queryKey, await setGuardrails(applicationId, wish));
      clear();
      showToast({ intent: 'success', text: words.saved });
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return {
    currency,
    kept,
    count,
    busy,
    problem,
    refusal,
    edited: (path: SettingPath) => edits.get(path),
    /** Said once the field was left, or everything was to be saved. */
    faultOf: (path: SettingPath) => (tried || left.has(path) ? faults.get(path) : undefined),
    set: (path: SettingPath, value: string | boolean) => setEdits(new Map(edits).set(path, value)),
    leave: (path: SettingPath) => setLeft(new Set(left).add(path)),
    clear,
    save,
  };
}

export type GuardrailForm = ReturnType<typeof useGuardrailForm>;
