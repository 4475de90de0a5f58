import { useQueries } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { messageOf } from '../../../../shared/http/api-error.ts';
import { ChoicePicker } from '../../../../shared/scope/index.ts';
import { verdictsOptions } from '../../api/automation-api.ts';
import type { Rule } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { coveringRules } from '../../model/why-of-key.ts';
import { SidePanel } from '../SidePanel.tsx';
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
  const answers = useQueries({
    queries: covering.map(({ id }) => verdictsOptions({ applicationId: application.id, id, runId: null, key: unit })),
  });
  const found = covering.flatMap((rule, place) => {
    const answer = answers[place]?.data;
    const verdict = answer?.verdicts.find(({ key }) => key === unit);
    return answer === undefined || verdict === undefined ? [] : [{ rule, verdict, run: answer.run }];
  });
  const shown = found.find(({ rule }) => rule.id === chosen) ?? found[0];
  if (shown === undefined) {
    const waiting = answers.some(({ isPending }) => isPending);
    const failed = answers.find(({ isError }) => isError);
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
      key={shown.rule.id}
      {...{ application, url, ...shown }}
      asOf={shown.run?.as_of ?? null}
      onClose={url.closePanel}
      above={
        found.length > 1 && (
          <ChoicePicker
            label={words.rule}
            choices={found.map(({ rule }) => ({ value: String(rule.id), text: rule.campaign_name }))}
            chosen={String(shown.rule.id)}
            onChoose={(id) => setChosen(Number(id))}
          />
        )
      }
    />
  );
}
