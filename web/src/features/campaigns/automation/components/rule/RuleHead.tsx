import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DeleteDialog } from '../../../../../shared/campaigns/changes/DeleteDialog.tsx';
import type { Rule } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { chosenCount } from '../../model/rule-form.ts';
import { unitsOf } from '../../model/rule-scope.ts';
import { instantText, slotText } from '../../model/run-texts.ts';
import { BacktestPart } from '../backtest/BacktestPart.tsx';
import { RunningSwitch } from '../list/RulesTable.tsx';
import { RuleMenu } from '../RuleMenu.tsx';
import type { AutomationUrl } from '../use-automation-url.ts';
import { useRuleActions } from '../use-rule-actions.ts';
import styles from './rule.module.css';
import { dryRun } from './use-displayed-run.ts';

const words = automationMessages;

interface Props {
  application: Application;
  rule: Rule;
  url: AutomationUrl;
  /** Units of the run that is shown. */
  units: number;
}

/** Whether a rule runs, how often, over what, and what can be done with it. */
export function RuleHead({ application, rule, url, units }: Props) {
  const actions = useRuleActions(application.id);
  const navigate = useNavigate();
  const takesFocusBack = useRestoreFocusTarget();
  const [deleting, setDeleting] = useState(false);
  const [testing, setTesting] = useState(false);
  const { timeZone } = unitsOf(application, rule);
  const raises = rule.type === 'raise_bids';
  const running = rule.status === 'active';
  const runNow = () =>
    running &&
    void actions.run(rule).then((begun) => begun && url.change({ run: null, key: null, decision: null, panel: null }));
  return (
    <section className={styles.head} aria-label={words.rule.selection}>
      <RunningSwitch rule={rule} actions={actions} />
      {rule.mode === 'shadow' && (
        <span className={styles.shadow} title={words.shadowNote}>
          {words.shadow}
        </span>
      )}
      <p>{headText(rule, units, timeZone)}</p>
      <div className="row wrap gap-8">
        {rule.mode === 'shadow' && (
          <Button
            size="small"
            disabledFocusable={actions.busy !== null}
            onClick={() => void actions.setShadow(rule, false)}
          >
            {words.actions.promote}
          </Button>
        )}
        {raises && (
          <>
            <Button size="small" onClick={() => url.change({ run: dryRun, key: null, decision: null, panel: null })}>
              {words.actions.dryRun}
            </Button>
            <Button {...takesFocusBack} size="small" onClick={() => setTesting(true)}>
              {words.actions.backtest}
            </Button>
          </>
        )}
        <Button size="small" disabledFocusable={!running || actions.busy !== null} onClick={runNow}>
          {words.actions.run}
        </Button>
        {raises && (
          <Button size="small" onClick={() => url.change({ panel: 'edit' })}>
            {words.actions.edit}
          </Button>
        )}
        <RuleMenu
          rule={rule}
          url={url}
          actions={actions}
          onDelete={() => setDeleting(true)}
          onBacktest={() => setTesting(true)}
        />
      </div>
      {testing && (
        <BacktestPart
          application={application}
          name={rule.campaign_name}
          applyTo={rule.apply_to}
          subject={{ id: rule.id }}
          onClose={() => setTesting(false)}
        />
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

/** "4 times a day, next 21:00 · 84 keywords in 6 campaigns · version 4". */
function headText(rule: Rule, units: number, timeZone: string): string {
  const often =
    rule.type === 'raise_bids' ? words.rule.head(rule.automation_params.updates_per_day ?? 1) : words.rule.once;
  const next =
    rule.next_run_at === null
      ? []
      : [words.rule.next(rule.next_slot === null ? instantText(rule.next_run_at, timeZone) : slotText(rule.next_slot))];
  const campaigns = chosenCount(rule.apply_to);
  const over =
    units > 0 && rule.type === 'raise_bids' ? words.rule.units(units, campaigns) : words.rule.inCampaigns(campaigns);
  return [[often, ...next].join(', '), over, words.rule.version(rule.version)].join(' · ');
}
