import { Button } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons/svg/add';
import type { Application } from '@tapwise/contract';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../../account/session/index.ts';
import type { AutomationUrl } from '../../../automation/index.ts';
import type { CustomRuleListed, RuleTemplate } from '../../api/custom-rule-types.ts';
import { builderWords as words } from '../../messages/builder-words.ts';
import type { DraftFault } from '../../model/draft/draft-types.ts';
import { newAction, newCase, newTest } from '../../model/draft/edit-draft.ts';
import type { Metrics } from '../../model/draft/read-draft.ts';
import { ruleOfDraft } from '../../model/draft/write-rule.ts';
import { countActed, countTests } from '../../model/dry-run/test-counts.ts';
import { DryRunPanel } from '../panel/DryRunPanel.tsx';
import { firstAction, withKind } from './actions/action-choices.ts';
import { BuilderBar } from './BuilderBar.tsx';
import { BuilderNotices } from './BuilderNotices.tsx';
import styles from './builder.module.css';
import { CaseSection } from './CaseSection.tsx';
import { HeadFields } from './HeadFields.tsx';
import { ParamFields } from './ParamFields.tsx';
import { SafetySection } from './safety/SafetySection.tsx';
import { ApplyFields } from './scope/ApplyFields.tsx';
import { type Builder, BuilderContext } from './state/builder-context.ts';
import { useBuilderNames } from './state/use-builder-names.ts';
import { useDraft } from './state/use-draft.ts';
import { useDryRun } from './state/use-dry-run.ts';
import { useSaving } from './state/use-saving.ts';

interface Props {
  application: Application;
  rule: CustomRuleListed | null;
  template: RuleTemplate | null;
  metrics: Metrics;
  templates: readonly RuleTemplate[];
  url: AutomationUrl;
}

const mostCases = 5;

/** A rule as it is written, beside what it would do now. */
export function RuleBuilder({ application, rule, template, metrics, templates, url }: Props) {
  const { account } = useAccount();
  const form = useRef<HTMLDivElement>(null);
  const owner = { accountId: account.user_id, applicationId: application.id, ruleId: rule?.id ?? null };
  const kept = useDraft(owner, { application, rule, template, metrics });
  const { draft } = kept;
  const { groups, labels, context, timeZone } = useBuilderNames(application, draft, metrics);
  const written = ruleOfDraft(draft, metrics);
  const isForNone = Object.keys(draft.applyTo).length === 0;
  const content =
    written.rule === null || isForNone ? null : { apply_to: draft.applyTo, automation_params: written.rule };
  const tried = useDryRun(application.id, content);
  const edited = rule === null || kept.version === null ? null : { id: rule.id, version: kept.version };
  const saving = useSaving({
    applicationId: application.id,
    rule: edited,
    addressOf: url.addressOf,
    onSaved: kept.forget,
  });
  const [attempts, setAttempts] = useState(0);
  const missing: DraftFault[] = [
    ...(draft.name.trim() === '' ? [{ path: 'automation_name', message: words.enterName }] : []),
    ...(isForNone ? [{ path: 'apply_to', message: words.chooseCampaign }] : []),
    ...written.faults,
  ];
  // What is missing is marked once it was tried to start the rule; until then it is being written.
  const faults = [...(attempts > 0 ? missing : []), ...tried.faults, ...(saving.refusal?.faults ?? [])];
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts]);

  const builder: Builder = {
    application,
    ruleId: rule?.id ?? null,
    draft,
    change: (edit) => {
      saving.forgetRefusal();
      kept.change(edit);
    },
    metrics,
    templates,
    groups,
    labels,
    words: context,
    faults,
    dryRun: tried.dryRun,
    isStale: tried.isStale,
    counts: countTests(tried.dryRun?.verdicts ?? []),
    acted: countActed(tried.dryRun?.verdicts ?? []),
  };
  const send = (mode: 'live' | 'shadow') => {
    if (content === null || missing.length > 0) setAttempts(attempts + 1);
    else saving.send(draft.name.trim(), content, mode);
  };
  const addCase = () => {
    const action = withKind(newAction('notify'), firstAction(draft.level));
    builder.change((before) => ({ ...before, cases: [...before.cases, newCase(newTest('spend', '7d'), action)] }));
  };
  return (
    <BuilderContext value={builder}>
      <div className={styles.frame}>
        <div className={styles.screen}>
          <div ref={form} className={styles.form}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
            <section className={styles.fields} tabIndex={0} aria-label={words.form}>
              <BuilderNotices saving={saving} isOutdated={kept.isOutdated} faults={faults} onDiscard={kept.discard} />
              <HeadFields />
              <ApplyFields />
              <ParamFields />
              {draft.cases.map((ruleCase, index) => (
                <CaseSection key={ruleCase.id} ruleCase={ruleCase} index={index} />
              ))}
              <div className={styles.addCase}>
                <Button
                  size="small"
                  appearance="transparent"
                  icon={<Add16Regular />}
                  disabledFocusable={draft.cases.length >= mostCases}
                  onClick={() => draft.cases.length < mostCases && addCase()}
                >
                  {words.addCase}
                </Button>
              </div>
              <SafetySection />
            </section>
            <BuilderBar
              application={application}
              rule={rule}
              content={content}
              isSeen={tried.dryRun !== null && !tried.isStale}
              busy={saving.busy}
              keptAt={kept.keptAt}
              timeZone={timeZone}
              onSend={send}
              onDiscard={kept.discard}
              backTo={url.addressOf(rule?.id ?? null)}
            />
          </div>
          <DryRunPanel
            rule={written.rule}
            level={draft.level}
            context={context}
            timeZone={timeZone}
            dryRun={content === null ? null : tried.dryRun}
            isStale={tried.isStale}
            error={tried.error}
            missing={content === null ? [...new Set(missing.map(({ message }) => message))] : []}
            refused={tried.faults.map(({ message }) => message)}
            onRetry={tried.retry}
            applicationId={application.id}
          />
        </div>
      </div>
    </BuilderContext>
  );
}
