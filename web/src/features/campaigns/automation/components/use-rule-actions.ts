import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { automationKey, type RuleUpdates, rulesOptions, runRule, updateRule } from '../api/automation-api.ts';
import type { ListedRule } from '../api/automation-types.ts';
import { automationMessages as words } from '../messages.ts';

/** What can be done with a rule at one press. A failure is said and changes nothing. */
export function useRuleActions(applicationId: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<number | null>(null);
  const { queryKey } = rulesOptions(applicationId);

  async function attempt(rule: ListedRule, work: () => Promise<string>): Promise<boolean> {
    if (busy !== null) return false;
    setBusy(rule.id);
    try {
      showToast({ intent: 'success', text: await work() });
      return true;
    } catch (failure) {
      showToast({ intent: 'error', text: messageOf(failure) });
      return false;
    } finally {
      setBusy(null);
      void client.invalidateQueries({ queryKey });
    }
  }

  const update = (rule: ListedRule, updates: RuleUpdates, done: string) =>
    attempt(rule, async () => {
      const { automated_campaign: next } = await updateRule(applicationId, rule.id, updates);
      client.setQueryData(queryKey, (rules) =>
        rules?.map((candidate) => (candidate.id === rule.id ? next : candidate)),
      );
      return done;
    });

  return {
    /** The rule something is being done with. */
    busy,
    setRunning: (rule: ListedRule, on: boolean) =>
      update(
        rule,
        { status: on ? 'active' : 'paused' },
        on ? words.started(rule.campaign_name) : words.paused(rule.campaign_name),
      ),
    setNotifications: (rule: ListedRule, on: boolean) =>
      update(rule, { receive_notifications: on }, words.notifications(on)),
    setShadow: (rule: ListedRule, on: boolean) =>
      update(
        rule,
        { mode: on ? 'shadow' : 'live' },
        on ? words.shadowed(rule.campaign_name) : words.promoted(rule.campaign_name),
      ),
    run: (rule: ListedRule) =>
      attempt(rule, async () => {
        await runRule(applicationId, rule.id);
        void client.invalidateQueries({ queryKey: [...automationKey(applicationId), 'verdicts', rule.id] });
        return words.running(rule.campaign_name);
      }),
    remove: (rule: ListedRule) =>
      attempt(rule, async () => {
        await updateRule(applicationId, rule.id, { status: 'deleted' });
        client.setQueryData(queryKey, (rules) => rules?.filter(({ id }) => id !== rule.id));
        return words.deleted(rule.campaign_name);
      }),
  };
}

export type RuleActions = ReturnType<typeof useRuleActions>;
