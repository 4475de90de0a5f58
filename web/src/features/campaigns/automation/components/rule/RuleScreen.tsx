import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { lazyPart } from '../../../../../shared/page/lazy-part.tsx';
import { Message, ReportError } from '../../../../../shared/report/index.ts';
import { useAccount } from '../../../../account/session/index.ts';
import { rulesOptions } from '../../api/automation-api.ts';
import { isFixed, type ListedRule, type Rule, type RuleVerdict } from '../../api/automation-types.ts';
import { automationMessages as words } from '../../messages.ts';
import { AutomationFrame } from '../AutomationFrame.tsx';
import panel from '../panels/panel.module.css';
import { SidePanels } from '../panels/SidePanels.tsx';
import { type AutomationUrl, useAutomationUrl } from '../use-automation-url.ts';
import { Waiting } from '../Waiting.tsx';
import { CapsSummary } from './CapsSummary.tsx';
import { RuleHead } from './RuleHead.tsx';
import { RulePath } from './RulePath.tsx';
import { RunSection } from './RunSection.tsx';
import styles from './rule.module.css';
import { useDisplayedRun } from './use-displayed-run.ts';

/** Fetched after the run: they bring the chart library. */
const BidsChart = lazyPart(async () => (await import('./BidsChart.tsx')).BidsChart);
const SinceBegan = lazyPart(async () => (await import('./SinceBegan.tsx')).SinceBegan);
const WhyPanel = lazyPart(async () => (await import('../why/WhyPanel.tsx')).WhyPanel);

export interface CustomRuleProps {
  application: Application;
  rule: Extract<ListedRule, { type: 'custom' }>;
  rules: readonly ListedRule[];
  url: AutomationUrl;
}

/**
 * One rule: what it is set to, what its runs decided and why, and its effect.
 * @param customRule The page of a rule that people wrote.
 */
export function RuleScreen({ customRule }: { customRule: (props: CustomRuleProps) => ReactNode }) {
  const { applications } = useAccount();
  const url = useAutomationUrl(applications);
  const { id = '' } = useParams();
  return (
    <AutomationFrame url={url} path={<RulePath id={Number(id)} url={url} />}>
      {(application) => (
        <RuleById
          key={`${application.id} ${id}`}
          id={Number(id)}
          application={application}
          url={url}
          customRule={customRule}
        />
      )}
    </AutomationFrame>
  );
}

interface RuleByIdProps {
  application: Application;
  id: number;
  url: AutomationUrl;
  customRule: (props: CustomRuleProps) => ReactNode;
}

function RuleById({ application, id, url, customRule }: RuleByIdProps) {
  const rules = useQuery(rulesOptions(application.id));
  const rule = rules.data?.find((candidate) => candidate.id === id);
  if (rules.isError && rules.data === undefined)
    return <ReportError error={rules.error} answeredAt={0} onRetry={() => void rules.refetch()} />;
  if (rules.data === undefined) return <Waiting />;
  if (rule === undefined) return <Message title={words.noRule} />;
  if (!isFixed(rule)) return customRule({ application, rule, url, rules: rules.data });
  return <RuleView application={application} rule={rule} url={url} rules={rules.data} />;
}

interface ViewProps {
  application: Application;
  rule: Rule;
  rules: readonly ListedRule[];
  url: AutomationUrl;
}

function RuleView({ application, rule, rules, url }: ViewProps) {
  const displayedRun = useDisplayedRun(application.id, rule, url);
  const { verdicts } = displayedRun;
  const raises = rule.type === 'raise_bids';
  const explained = explainedOf(verdicts, url.view);
  const beside = url.view.panel === null && explained !== undefined;
  return (
    <>
      <RuleHead application={application} rule={rule} url={url} units={verdicts.length} />
      {displayedRun.error !== null && (
        <ReportError error={displayedRun.error} answeredAt={0} onRetry={displayedRun.retry} />
      )}
      <div className={panel.split}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <section className={panel.main} tabIndex={0} aria-label={rule.campaign_name} aria-busy={displayedRun.loading}>
          {raises && (
            <>
              <Suspense fallback={<div className={styles.chartPlace} />}>
                <BidsChart
                  application={application}
                  rule={rule}
                  verdicts={verdicts}
                  loaded={displayedRun.loaded}
                  chosen={url.view.key}
                />
              </Suspense>
              <CapsSummary application={application} rule={rule} verdicts={verdicts} loaded={displayedRun.loaded} />
            </>
          )}
          <RunSection
            application={application}
            rule={rule}
            displayedRun={displayedRun}
            url={url}
            explained={explained?.decision_id ?? null}
          />
          {raises && (
            <Suspense fallback={null}>
              <SinceBegan application={application} rule={rule} />
            </Suspense>
          )}
        </section>
        {beside ? (
          <Suspense fallback={<aside className={panel.panel} aria-busy />}>
            <WhyPanel
              // Decided again by the next run, the unit stays open as it is.
              key={`${explained.key} ${explained.keyword}`}
              application={application}
              rule={rule}
              url={url}
              verdict={explained}
              run={displayedRun.run}
              asOf={displayedRun.asOf}
              onClose={url.closePanel}
            />
          </Suspense>
        ) : (
          <SidePanels application={application} url={url} rules={rules} rule={rule} />
        )}
      </div>
    </>
  );
}

/** The decision that the address names; a run that is only calculated gives new names each time, so the unit's then. */
const explainedOf = (
  verdicts: readonly RuleVerdict[],
  { key, decision }: AutomationUrl['view'],
): RuleVerdict | undefined =>
  verdicts.find((verdict) => verdict.key === key && verdict.decision_id === decision) ??
  verdicts.find((verdict) => verdict.key === key);
