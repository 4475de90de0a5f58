import { useQuery } from '@tanstack/react-query';
import { ReportError } from '../../../../../shared/report/index.ts';
import { type CustomRuleProps, SidePanels, unitsOf, Waiting } from '../../../automation/index.ts';
import { labelsOptions, metricsOptions } from '../../api/custom-rules-api.ts';
import { customVerdictsOptions } from '../../api/rule-page-api.ts';
import { useNamedIds } from '../use-named-ids.ts';
import { CasesInWords } from './CasesInWords.tsx';
import { ChangesChart } from './ChangesChart.tsx';
import { PageHead } from './PageHead.tsx';
import styles from './page.module.css';
import { RunSection } from './RunSection.tsx';
import { VersionsPanel } from './VersionsPanel.tsx';
import { WhyPanel } from './WhyPanel.tsx';

/** A rule that people wrote: what it says, what it did, and why it did something or nothing. */
export function CustomRulePage({ application, rule, rules, url }: CustomRuleProps) {
  const metrics = useQuery(metricsOptions(application.id));
  const labels = useQuery(labelsOptions(application.id)).data ?? [];
  const names = useNamedIds(application.id, labels);
  const run = useQuery(customVerdictsOptions({ applicationId: application.id, id: rule.id, runId: url.view.run }));
  const { currency, timeZone } = unitsOf(application, rule);
  const failed = [metrics, run].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return <ReportError error={failed.error} answeredAt={0} onRetry={() => void failed.refetch()} />;
  }
  if (metrics.data === undefined) return <Waiting />;
  const context = {
    metrics: metrics.data,
    currencies: { application: application.currency, settings: currency },
    names,
  };
  const verdicts = run.data?.verdicts ?? [];
  const explained = verdicts.find(({ key }) => key === url.view.key);
  return (
    <>
      <PageHead
        application={application}
        rule={rule}
        run={run.data?.run ?? null}
        url={url}
        context={context}
        timeZone={timeZone}
      />
      <div className={styles.split}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <section className={styles.main} tabIndex={0} aria-label={rule.campaign_name} aria-busy={run.isFetching}>
          <CasesInWords rule={rule} verdicts={verdicts} context={context} />
          <ChangesChart application={application} rule={rule} run={run.data?.run ?? null} timeZone={timeZone} />
          <RunSection
            application={application}
            rule={rule}
            response={run.data}
            context={context}
            timeZone={timeZone}
            url={url}
          />
        </section>
        {url.view.panel === 'versions' ? (
          <VersionsPanel application={application} rule={rule} timeZone={timeZone} onClose={url.closePanel} />
        ) : url.view.panel === null && explained !== undefined ? (
          <WhyPanel
            key={explained.key}
            application={application}
            rule={rule}
            verdict={explained}
            run={run.data?.run ?? null}
            context={context}
            timeZone={timeZone}
            url={url}
          />
        ) : (
          <SidePanels application={application} url={url} rules={rules} rule={rule} />
        )}
      </div>
    </>
  );
}
