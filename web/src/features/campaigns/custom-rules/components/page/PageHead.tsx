import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DeleteDialog } from '../../../../../shared/campaigns/changes/DeleteDialog.tsx';
import { lazyPart } from '../../../../../shared/page/lazy-part.tsx';
import {
  type AutomationUrl,
  instantText,
  RuleMenu,
  RunningSwitch,
  slotText,
  useRuleActions,
} from '../../../automation/index.ts';
import type { CustomRuleListed, CustomRun } from '../../api/custom-rule-types.ts';
import { pageWords as words } from '../../messages/page-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import type { WordsOfRule } from '../../model/words/case-words.ts';
import { runsText } from '../../model/words/safety-texts.ts';
import styles from './page.module.css';

const BacktestDialog = lazyPart(async () => (await import('../backtest/BacktestDialog.tsx')).BacktestDialog);

interface Props {
  application: Application;
  rule: CustomRuleListed;
  run: CustomRun | null;
  url: AutomationUrl;
  context: WordsOfRule;
  timeZone: string;
}

/** Whether the rule runs, when, over what, and what can be done with it. */
export function PageHead({ application, rule, run, url, context, timeZone }: Props) {
  const actions = useRuleActions(application.id);
  const navigate = useNavigate();
  const takesFocusBack = useRestoreFocusTarget();
  const [testing, setTesting] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const running = rule.status === 'active';
  const runNow = () =>
    running && void actions.run(rule).then((begun) => begun && url.change({ run: null, key: null, panel: null }));
  return (
    <section className={styles.head} aria-label={words.rule}>
      <RunningSwitch rule={rule} actions={actions} />
      {rule.mode === 'shadow' && (
        <span className="badge" title={words.shadowNote}>
          {words.shadow}
        </span>
      )}
      <p>{headText(rule, run, timeZone)}</p>
      <div className="row wrap gap-8">
        {rule.mode === 'shadow' && (
          <Button
            size="small"
            disabledFocusable={actions.busy !== null}
            onClick={() => void actions.setShadow(rule, false)}
          >
            {words.promote}
          </Button>
        )}
        <Button {...takesFocusBack} size="small" onClick={() => setTesting(true)}>
          {words.backtest}
        </Button>
        <Button size="small" disabledFocusable={!running || actions.busy !== null} onClick={runNow}>
          {words.runNow}
        </Button>
        <Button size="small" onClick={() => url.change({ panel: 'versions', key: null })}>
          {words.versions}
        </Button>
        <Button size="small" onClick={() => void navigate(url.editAddressOf(rule.id))}>
          {words.edit}
        </Button>
        <RuleMenu
          rule={rule}
          url={url}
          actions={actions}
          onDelete={() => setDeleting(true)}
          onBacktest={() => setTesting(true)}
        />
      </div>
      {testing && (
        <Suspense fallback={null}>
          <BacktestDialog
            applicationId={application.id}
            name={rule.campaign_name}
            level={rule.automation_params.level}
            subject={{ id: rule.id }}
            context={context}
            timeZone={timeZone}
            onClose={() => setTesting(false)}
          />
        </Suspense>
      )}
      {deleting && (
        <DeleteDialog
          names={[rule.campaign_name]}
          text={words.deleteText}
          onClose={() => setDeleting(false)}
          onDelete={() => {
            setDeleting(false);
            void actions.remove(rule).then((gone) => gone && void navigate(url.addressOf(null)));
          }}
        />
      )}
    </section>
  );
}

/** 'Monday to Friday at 09:00, next 23 Nov, 09:00 · 84 keywords, 4 joined · version 3'. */
function headText(rule: CustomRuleListed, run: CustomRun | null, timeZone: string): string {
  const { next_run_at, next_slot, units } = rule;
  const next =
    next_run_at === null
      ? []
      : [words.next(next_slot === null ? instantText(next_run_at, timeZone) : slotText(next_slot))];
  const moved = [
    ...((run?.joined ?? 0) > 0 ? [words.joined(run?.joined ?? 0)] : []),
    ...((run?.left ?? 0) > 0 ? [words.left(run?.left ?? 0)] : []),
  ];
  const over = units === null ? [] : [[ruleWords.units[rule.automation_params.level](units), ...moved].join(', ')];
  return [[runsText(rule.automation_params.schedule), ...next].join(', '), ...over, words.version(rule.version)].join(
    ' · ',
  );
}
