import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import type { Alert, AlertChannel } from '@tapwise/contract/alerts';
import { useState } from 'react';
import { type To, useNavigate } from 'react-router-dom';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { useAccount } from '../../../../account/session/index.ts';
import { AlertFields, alertFaults } from '../../../alerts/index.ts';
import { alertWords as words } from '../../messages/alert-words.ts';
import { builderWords } from '../../messages/builder-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { type AlertDraft, contentOfDraft, firstAlertDraft } from '../../model/alert/alert-draft.ts';
import { conditionsPath } from '../../model/draft/draft-paths.ts';
import { withCase } from '../../model/draft/edit-draft.ts';
import { faultsBelow } from '../../model/draft/fault-texts.ts';
import type { Metrics } from '../../model/draft/read-draft.ts';
import styles from '../builder/builder.module.css';
import { GroupFields } from '../builder/conditions/GroupFields.tsx';
import { ApplyFields } from '../builder/scope/ApplyFields.tsx';
import { type Builder, BuilderContext } from '../builder/state/builder-context.ts';
import { useBuilderNames } from '../builder/state/use-builder-names.ts';
import { Faults } from '../fields/Faults.tsx';
import { AlertHead } from './AlertHead.tsx';
import { AlertTrial } from './AlertTrial.tsx';
import fieldStyles from './alert.module.css';
import { useAlertDraft } from './use-alert-draft.ts';
import { useAlertSaving } from './use-alert-saving.ts';

interface Props {
  application: Application;
  /** `null`: a new one. */
  alert: Alert | null;
  metrics: Metrics;
  channels: readonly AlertChannel[];
  backTo: To;
}

/** The fields of an alert, beside what it would find. The draft is kept in this browser until it is saved. */
export function AlertBuilder({ application, alert, metrics, channels, backTo }: Props) {
  const { account } = useAccount();
  const navigate = useNavigate();
  const owner = { accountId: account.user_id, applicationId: application.id, alertId: alert?.id ?? null };
  const kept = useAlertDraft(owner, alert?.version ?? null, () => firstAlertDraft(application, alert, metrics));
  const { draft } = kept;
  const [attempted, setAttempted] = useState(false);
  const edited = alert === null || kept.version === null ? null : { ...alert, version: kept.version };
  const saving = useAlertSaving(application.id, edited, kept.forget);
  const { rule } = draft;
  const { groups, labels, context } = useBuilderNames(application, rule, metrics);
  const { content, faults: written } = contentOfDraft(draft, metrics);
  const formFaults = alertFaults(draft.form);
  const missing = [
    ...(rule.name.trim() === '' ? [{ path: 'name', message: builderWords.enterName }] : []),
    ...(Object.keys(rule.applyTo).length === 0 ? [{ path: 'apply_to', message: builderWords.chooseCampaign }] : []),
    ...written,
  ];
  const faults = [...(attempted ? missing : []), ...saving.faults];
  const change = (next: AlertDraft) => {
    saving.forget();
    kept.change(next);
  };
  const discard = () => {
    saving.forget();
    kept.discard();
  };
  const builder: Builder = {
    application,
    ruleId: alert?.id ?? null,
    draft: rule,
    change: (edit) => change({ ...draft, rule: edit(rule) }),
    metrics,
    templates: [],
    groups,
    labels,
    words: context,
    faults,
    dryRun: null,
    isStale: false,
    counts: new Map(),
    acted: new Map(),
  };
  const repeats = { for: Number(draft.form.for), clear: Number(draft.form.clear) };
  const isComplete = content !== null && missing.length === 0 && formFaults.size === 0;
  const save = () => {
    setAttempted(true);
    if (!isComplete || saving.busy) return;
    const { severity, channels: chosen, mail } = draft.form;
    void saving
      .save({ ...content, ...repeats, name: rule.name.trim(), severity, channels: chosen }, mail)
      .then((saved) => saved && navigate(backTo));
  };
  return (
    <BuilderContext value={builder}>
      <div className={styles.frame}>
        <div className={styles.screen}>
          <div className={styles.form}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
            <section className={styles.fields} tabIndex={0} aria-label={words.form}>
              <div className={styles.notices} role="alert">
                {kept.isOutdated && (
                  <NoticeBar
                    intent="warning"
                    actions={
                      <Button size="small" onClick={discard}>
                        {builderWords.loadTheirs}
                      </Button>
                    }
                  >
                    {builderWords.changedMeanwhile}
                  </NoticeBar>
                )}
                {!kept.isOutdated && saving.message !== null && <NoticeBar intent="error">{saving.message}</NoticeBar>}
              </div>
              <AlertHead draft={draft} isNew={alert === null} faults={faults} onChange={change} />
              <ApplyFields />
              {rule.cases.map(({ id, when }, index) => (
                <fieldset key={id} className={styles.case} aria-label={ruleWords.case(index)}>
                  <div className={styles.caseBody} data-wide>
                    <span className={styles.word}>{words.opensWhen}</span>
                    <GroupFields
                      group={when}
                      path={conditionsPath(index)}
                      onChange={(next) =>
                        builder.change((before) => withCase(before, id, (old) => ({ ...old, when: next })))
                      }
                    />
                  </div>
                  <Faults texts={faultsBelow(faults, `cases[${index}]`)} />
                </fieldset>
              ))}
              <div className={fieldStyles.settings}>
                <AlertFields
                  form={draft.form}
                  faults={formFaults}
                  channels={channels}
                  onChange={(part) => change({ ...draft, form: { ...draft.form, ...part } })}
                />
              </div>
            </section>
            <div className={styles.bar}>
              <Button appearance="subtle" onClick={() => void navigate(backTo)}>
                {builderWords.cancel}
              </Button>
              <Button size="small" appearance="transparent" onClick={discard}>
                {builderWords.discard}
              </Button>
              <Button appearance="primary" disabledFocusable={saving.busy} onClick={save}>
                {alert === null ? words.create : builderWords.save}
              </Button>
            </div>
          </div>
          <AlertTrial
            applicationId={application.id}
            trial={isComplete ? { ...content, ...repeats } : null}
            missing={missing.map(({ message }) => message)}
          />
        </div>
      </div>
    </BuilderContext>
  );
}
