import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { type FormEvent, useRef, useState } from 'react';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import type { Rule, RuleType } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { hasCap, overlapping } from '../../model/rule-form.ts';
import { BacktestPart } from '../backtest/BacktestPart.tsx';
import { SidePanel } from '../panels/SidePanel.tsx';
import { CampaignTree } from './CampaignTree.tsx';
import { CapFields } from './CapFields.tsx';
import { DraftPreview } from './DraftPreview.tsx';
import styles from './form.module.css';
import { NameFields, StepFields, WindowFields } from './RuleFields.tsx';
import { type FormKind, type RuleFormState, useRuleForm } from './use-rule-form.ts';

const words = automationMessages.form;

interface Props {
  kind: FormKind;
  application: Application;
  rules: readonly Rule[];
  rule: Rule | null;
  type: RuleType | null;
  onClose: () => void;
}

/** A new rule, the params of one, or the campaigns one is applied to; what it would do now is counted while one types. */
export function RuleForm({ kind, application, rules, rule, type, onClose }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const form = useRuleForm({ kind, application, rule, type, element, onDone: onClose });
  const [testing, setTesting] = useState(false);
  const { draft } = form;
  const takesFocusBack = useRestoreFocusTarget();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.sending) form.submit();
  };
  const raises = form.values.type === 'raise_bids';
  return (
    <SidePanel
      wide
      title={titleOf(kind, rule)}
      description={application.name}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{automationMessages.cancel}</Button>
          <span className="flex wrap gap-8">
            {raises && kind !== 'apply' && (
              <Button
                {...takesFocusBack}
                disabledFocusable={draft === null}
                onClick={() => draft !== null && setTesting(true)}
              >
                {words.backtest}
              </Button>
            )}
            <Button appearance="primary" type="submit" form="rule-form" disabledFocusable={form.sending}>
              {form.sending ? words.sending : rule === null ? words.create : words.save}
            </Button>
          </span>
        </>
      }
    >
      <form id="rule-form" ref={element} className={styles.form} onSubmit={send} noValidate>
        {form.refusal !== null && (
          <div role="alert">
            <NoticeBar intent="error">{form.refusal}</NoticeBar>
          </div>
        )}
        {kind !== 'apply' && <NameFields form={form} isNew={rule === null} />}
        {kind !== 'apply' && raises && (
          <>
            <StepFields form={form} />
            <CapFields form={form} />
            <WindowFields form={form} />
          </>
        )}
        {kind !== 'edit' && form.values.type !== null && (
          <CampaignTree
            applicationId={application.id}
            applyTo={form.values.applyTo}
            error={form.errors.applyTo}
            onChange={(applyTo) => form.set({ applyTo })}
          />
        )}
        {raises && <DraftPreview applicationId={application.id} form={form} />}
        <Warnings form={form} rules={rules} rule={rule} />
      </form>
      {testing && draft !== null && (
        <BacktestPart
          application={application}
          name={automationMessages.backtest.draft}
          applyTo={draft.apply_to}
          subject={draft}
          onClose={() => setTesting(false)}
        />
      )}
    </SidePanel>
  );
}

function titleOf(kind: FormKind, rule: Rule | null): string {
  if (rule === null) return words.addTitle;
  return kind === 'apply' ? words.applyTitle(rule.campaign_name) : words.editTitle(rule.campaign_name);
}

/** What is allowed and should be known before it is saved. */
function Warnings({ form, rules, rule }: { form: RuleFormState; rules: readonly Rule[]; rule: Rule | null }) {
  const { values, kind } = form;
  if (values.type !== 'raise_bids') return null;
  const others = overlapping(values.applyTo, rules, rule?.id ?? null);
  return (
    <div className={styles.warnings} aria-live="polite">
      {kind !== 'apply' && !hasCap(values) && <p>{words.noCaps}</p>}
      {others.length > 0 && <p>{words.overlap(others.map(({ campaign_name: name }) => name))}</p>}
      {kind === 'edit' && <p data-quiet>{words.editNote}</p>}
    </div>
  );
}
