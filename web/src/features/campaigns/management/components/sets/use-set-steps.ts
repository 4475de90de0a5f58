import { useQueryClient } from '@tanstack/react-query';
import type { ChangeSet } from '@tapwise/contract';
import { useState } from 'react';
import {
  asksConfirmation,
  type ChangeSetAction,
  changeSetsKey,
  editChangeSet,
  type SetEdit,
  stepChangeSet,
} from '../../../../../shared/campaigns/changes/change-set-calls.ts';
import { refreshSettings } from '../../../../../shared/campaigns/changes/refresh-settings.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { managementMessages } from '../../messages.ts';

const words = managementMessages.sets;

interface Tried {
  action: ChangeSetAction;
  comment: string;
}

/** Edits a set and takes steps with it; what was refused is kept to be said beside it. */
export function useSetSteps(set: ChangeSet, applicationId: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** A step that a guardrail holds back until it is confirmed. */
  const [held, setHeld] = useState<Tried | null>(null);

  async function run(work: () => Promise<void>, tried: Tried | null): Promise<void> {
    setBusy(true);
    setProblem(null);
    setHeld(null);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
      if (asksConfirmation(error)) setHeld(tried);
    }
    await client.invalidateQueries({ queryKey: changeSetsKey(applicationId) });
    setBusy(false);
  }

  const runStep = ({ action, comment }: Tried, confirmGuardrails: boolean) =>
    run(
      async () => {
        const response = await stepChangeSet(applicationId, set.id, { action, comment, confirmGuardrails });
        if (response !== null) refreshSettings(client);
        if (response?.error_message !== undefined) setProblem(response.error_message);
        else showToast({ intent: 'success', text: words.stepDone(set.name, words.done[action] ?? '') });
      },
      { action, comment },
    );

  return {
    busy,
    problem,
    unconfirmed: held?.action ?? null,
    take: (action: ChangeSetAction, comment: string) => runStep({ action, comment }, false),
    confirm: () => held !== null && void runStep(held, true),
    edit: (edit: SetEdit) => run(async () => void (await editChangeSet(applicationId, set.id, edit)), null),
  };
}

/** What can be done with a change set, and how that ended. */
export type SetStepActions = ReturnType<typeof useSetSteps>;
