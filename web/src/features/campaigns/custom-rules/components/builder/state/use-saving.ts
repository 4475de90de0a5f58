import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError, messageOf } from '../../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../../shared/ui/toasts/toasts.ts';
import { automationKey } from '../../../../automation/index.ts';
import { createCustomRule, type RuleContent, updateCustomRule } from '../../../api/custom-rules-api.ts';
import { builderWords as words } from '../../../messages/builder-words.ts';
import type { DraftFault } from '../../../model/draft/draft-types.ts';
import { faultsOf } from './use-dry-run.ts';

interface Refusal {
  readonly message: string;
  readonly faults: readonly DraftFault[];
  /** Another version was saved meanwhile. */
  readonly isConflict: boolean;
}

interface Target {
  readonly applicationId: number;
  /** What is edited, by the version that was seen; `null`: a new rule. */
  readonly rule: { readonly id: number; readonly version: number } | null;
  readonly addressOf: (rule: number) => { pathname: string; search: string };
  /** Called before the page of the saved rule is shown. */
  readonly onSaved: () => void;
}

/** Sends the rule: a new one in shadow or live, or what was edited of a saved one. */
export function useSaving({ applicationId, rule, addressOf, onSaved }: Target) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function send(name: string, content: RuleContent, mode: 'live' | 'shadow'): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      const fields = { automation_name: name, ...content };
      const saved =
        rule === null
          ? await createCustomRule(applicationId, { ...fields, mode })
          : { id: rule.id, ...(await updateCustomRule(applicationId, rule.id, fields, rule.version)) };
      const text = rule === null ? words.created(name) : words.saved(name);
      showToast({ intent: 'success', text, details: saved.warnings });
      onSaved();
      await client.invalidateQueries({ queryKey: automationKey(applicationId) });
      void navigate(addressOf(saved.id));
    } catch (failure) {
      const isConflict = failure instanceof ApiError && failure.status === 409 && failure.code === 'conflict';
      setRefusal({ message: messageOf(failure), faults: faultsOf(failure), isConflict });
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    refusal,
    forgetRefusal: () => setRefusal(null),
    send: (name: string, content: RuleContent, mode: 'live' | 'shadow') => void send(name, content, mode),
  };
}
