import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { Navigate, useSearchParams } from 'react-router-dom';
import { newestLogOptions } from '../../api/automation-api.ts';
import { isFixed, type ListedRule } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { isBy } from '../../model/since-began.ts';
import { SidePanel } from '../panels/SidePanel.tsx';
import type { AutomationUrl } from '../use-automation-url.ts';
import { WhyOfKey } from './WhyOfKey.tsx';

const words = automationMessages.why;

interface Props {
  application: Application;
  rules: readonly ListedRule[];
  url: AutomationUrl;
  /** `campaign:adgroup:keyword`. */
  unit: string;
}

/**
 * Why a keyword's bid is what it is. A rule that people wrote explains it on its own page, and the address names it in `by`; rules that raise bids
 * do beside all rules.
 */
export function WhyOfAnyRule({ application, rules, url, unit }: Props) {
  const [params] = useSearchParams();
  const actor = params.get('by') ?? '';
  const namedRule = rules.find((rule) => !isFixed(rule) && isBy(rule, actor));
  if (namedRule !== undefined) return <RunOfUnit application={application} id={namedRule.id} url={url} unit={unit} />;
  return <WhyOfKey application={application} rules={rules.filter(isFixed)} url={url} unit={unit} />;
}

/** Goes to the run in which the rule changed the unit last; units that were left as they were are not in the log. */
function RunOfUnit({ application, id, url, unit }: Omit<Props, 'rules'> & { id: number }) {
  const log = useQuery(newestLogOptions(application.id, id));
  if (log.isPending) {
    return (
      <SidePanel title={words.kept} onClose={url.closePanel}>
        <p role="status">{words.loading}</p>
      </SidePanel>
    );
  }
  const run = log.data?.find(({ key }) => key === unit)?.run_id ?? null;
  return <Navigate to={url.addressOf(id, { key: unit, run })} replace />;
}
