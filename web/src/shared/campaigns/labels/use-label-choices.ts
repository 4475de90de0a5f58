import { useQueryClient } from '@tanstack/react-query';
import type { ChangeResponse } from '@tapwise/contract';
import { useState } from 'react';
import { messageOf } from '../../server/http/api-error.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { outcomeWords } from '../changes/outcome-messages.ts';
import { changeIdsOf, isFailed } from '../changes/outcomes.ts';
import { undoChange } from '../changes/write-calls.ts';
import { type LabelChoice, type LabelledObject, labelWishes } from './label-choices.ts';
import { labelMessages as words } from './label-messages.ts';
import { createLabel, refreshLabels, setLabel } from './labels-api.ts';

interface Choosing {
  applicationId: number;
  objects: readonly LabelledObject[];
  what: string;
  onClose: () => void;
}

/** Which labels objects are to have, and what sends it. */
export function useLabelChoices({ applicationId, objects, what, onClose }: Choosing) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlyMap<number, LabelChoice>>(new Map());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [nameFault, setNameFault] = useState<string | null>(null);
  const choose = (id: number, choice: LabelChoice) => setChosen((before) => new Map(before).set(id, choice));

  async function create(name: string): Promise<boolean> {
    if (busy) return false;
    if (name.trim() === '') {
      setNameFault(words.enterName);
      return false;
    }
    setBusy(true);
    setNameFault(null);
    try {
      choose(await createLabel(applicationId, name), true);
      return true;
    } catch (error) {
      setNameFault(messageOf(error));
      return false;
    } finally {
      setBusy(false);
      refreshLabels(client);
    }
  }

  async function undo(responses: readonly ChangeResponse[]): Promise<void> {
    try {
      for (const change_id of responses.flatMap(changeIdsOf).reverse()) {
        await undoChange({ application_id: applicationId, change_id });
      }
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
    }
    refreshLabels(client);
  }

  async function save(): Promise<void> {
    setBusy(true);
    setProblem(null);
    const responses: ChangeResponse[] = [];
    try {
      for (const wish of labelWishes(objects, chosen)) responses.push(await setLabel(applicationId, wish));
      if (responses.length > 0) report(what, responses, () => void undo(responses));
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
      refreshLabels(client);
    }
  }

  return { chosen, choose, create, save, busy, problem, nameFault };
}

function report(what: string, responses: readonly ChangeResponse[], undo: () => void): void {
  const failed = responses.flatMap(({ results }) => results).filter(({ outcome }) => isFailed(outcome));
  if (failed.length === 0) {
    showToast({ intent: 'success', text: words.set(what), action: { label: words.undo, run: undo } });
    return;
  }
  const reasons = new Set(failed.map(({ outcome, message }) => message ?? outcomeWords[outcome]));
  showToast({ intent: 'error', text: words.notSet(failed.length), details: [...reasons].slice(0, 3) });
}
