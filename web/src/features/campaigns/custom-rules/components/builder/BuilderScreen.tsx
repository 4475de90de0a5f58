import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { lazyPart } from '../../../../../shared/page/lazy-part.tsx';
import { Message, ReportError } from '../../../../../shared/report/index.ts';
import { useAccount } from '../../../../account/session/index.ts';
import { AutomationFrame, type AutomationUrl, rulesOptions, useAutomationUrl } from '../../../automation/index.ts';
import { metricsOptions, templatesOptions } from '../../api/custom-rules-api.ts';
import { builderWords as words } from '../../messages/builder-words.ts';
import { BuilderPath } from './BuilderPath.tsx';

const RuleBuilder = lazyPart(async () => (await import('./RuleBuilder.tsx')).RuleBuilder);

/** A rule as it is written: a new one, or an edited one. */
export function BuilderScreen() {
  const { applications } = useAccount();
  const url = useAutomationUrl(applications);
  const { id } = useParams();
  const ruleId = id === undefined ? null : Number(id);
  return (
    <AutomationFrame url={url} path={<BuilderPath ruleId={ruleId} url={url} />}>
      {(application) => <Loaded key={`${application.id} ${id}`} application={application} ruleId={ruleId} url={url} />}
    </AutomationFrame>
  );
}

interface Props {
  application: Application;
  ruleId: number | null;
  url: AutomationUrl;
}

/** Waits for what the fields need: the figures there are, templates, and the rule. */
function Loaded({ application, ruleId, url }: Props) {
  const [params] = useSearchParams();
  const metrics = useQuery(metricsOptions(application.id));
  const templates = useQuery(templatesOptions);
  const rules = useQuery(rulesOptions(application.id));
  const failed = [metrics, templates, rules].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return <ReportError error={failed.error} answeredAt={0} onRetry={() => void failed.refetch()} />;
  }
  const loading = <p className="visually-hidden">{words.loading}</p>;
  if (metrics.data === undefined || templates.data === undefined || rules.data === undefined) {
    return <div role="status">{loading}</div>;
  }
  const candidate = rules.data.find(({ id }) => id === ruleId);
  const rule = candidate?.type === 'custom' ? candidate : null;
  if (ruleId !== null && rule === null) return <Message title={words.noRule} />;
  const name = params.get('template');
  const template = templates.data.find(({ id }) => id === name) ?? null;
  return (
    <Suspense fallback={<div role="status">{loading}</div>}>
      <RuleBuilder
        key={name ?? ''}
        application={application}
        rule={rule}
        template={template}
        metrics={metrics.data}
        templates={templates.data}
        url={url}
      />
    </Suspense>
  );
}
