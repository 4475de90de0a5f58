import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { formatExact } from '../../../../../shared/format/numbers.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { automationKey, instantText } from '../../../automation/index.ts';
import type { CustomRuleListed, CustomRun } from '../../api/custom-rule-types.ts';
import { releaseRun } from '../../api/rule-page-api.ts';
import { pageWords as words } from '../../messages/page-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';

interface Props {
  application: Application;
  rule: CustomRuleListed;
  run: CustomRun;
  timeZone: string;
}

/** A run that would change too much: nothing was sent until a person has looked at it. */
export function HeldNotice({ application, rule, run, timeZone }: Props) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { held } = run;
  if (held === null) return null;
  const { level, guards } = rule.automation_params;
  const release = async (): Promise<void> => {
    setBusy(true);
    try {
      await releaseRun(application.id, rule.id, run.run_id);
      showToast({ intent: 'success', text: words.released });
    } catch (failure) {
      showToast({ intent: 'error', text: messageOf(failure) });
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: automationKey(application.id) });
    }
  };
  const percent = formatExact(Math.round(guards.max_share * 1e6) / 1e4);
  return (
    <NoticeBar
      intent="warning"
      actions={
        run.state === 'held' && (
          <Button size="small" disabledFocusable={busy} onClick={() => !busy && void release()}>
            {words.release}
          </Button>
        )
      }
    >
      {words.held(held.would, ruleWords.units[level](held.judged), percent)}{' '}
      {run.state === 'held' && words.heldUntil(instantText(held.until, timeZone))}
    </NoticeBar>
  );
}
