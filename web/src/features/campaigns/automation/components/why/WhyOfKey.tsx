import { useQueries } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { ChoicePicker } from '../../../../../shared/scope/index.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { verdictsOptions } from '../../api/automation-api.ts';
import type { Rule } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { coveringRules } from '../../model/why-of-key.ts';
import { SidePanel } from '../panels/SidePanel.tsx';
import type { AutomationUrl } from '../use-automation-url.ts';
import { WhyPanel } from './WhyPanel.tsx';

const words = automationMessages.why;

interface Props {
  application: Application;
  rules: readonly Rule[];
  url: AutomationUrl;
  /** `campaign:adgroup:keyword`. */
  unit: string;
}

/** The newest decision about a keyword, of whichever rule covers it; where several do, one of them is chosen. */
export function WhyOfKey({ application, rules, url, unit }: Props) {
  const covering = coveringRules(rules, unit);
  const [chosen, setChosen] = useState<number | null>(null);
  const verdictQueries = useQueries({
    queries: covering.map(({ id }) => verdictsOptions({ applicationId: application.id, id, runId: null, key: unit })),
  });
  const explanations = covering.flatMap((rule, index) => {
    const response = verdictQueries[index]?.data;
    const verdict = response?.verdicts.find(({ key }) => key === unit);
    return response === undefined || verdict === undefined ? [] : [{ rule, verdict, run: response.run }];
  });
  const displayed = explanations.find(({ rule }) => rule.id === chosen) ?? explanations[0];
  if (displayed === undefined) {
    const waiting = verdictQueries.some(({ isPending }) => isPending);
    const failed = verdictQueries.find(({ isError }) => isError);
    return (
      <SidePanel title={words.kept} onClose={url.closePanel}>
        {failed === undefined ? (
          <p role="status">{waiting ? words.loading : covering.length === 0 ? words.noRule : words.missing}</p>
        ) : (
          <p role="alert">{messageOf(failed.error)}</p>
        )}
      </SidePanel>
    );
  }
  return (
    <WhyPanel
      key={displayed.rule.id}
      application={application}
      url={url}
      {...displayed}
      asOf={displayed.run?.as_of ?? null}
      onClose={url.closePanel}
      above={
        explanations.length > 1 && (
          <ChoicePicker
            label={words.rule}
            choices={explanations.map(({ rule }) => ({ value: String(rule.id), text: rule.campaign_name }))}
            chosen={String(displayed.rule.id)}
            onChoose={(id) => setChosen(Number(id))}
          />
        )
      }
    />
  );
}
