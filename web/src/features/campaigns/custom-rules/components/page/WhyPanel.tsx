import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { type AutomationUrl, automationKey, instantText, SidePanel } from '../../../automation/index.ts';
import type { CustomRuleListed, CustomRun, CustomVerdict } from '../../api/custom-rule-types.ts';
import { resumeKeys } from '../../api/rule-page-api.ts';
import { pageWords as words } from '../../messages/page-words.ts';
import { computedText, settingText } from '../../model/verdicts/change-texts.ts';
import type { WordsOfRule } from '../../model/words/case-words.ts';
import { dayText } from '../builder/conditions/day-texts.ts';
import { WhyTree } from './WhyTree.tsx';
import styles from './why.module.css';

interface Props {
  application: Application;
  rule: CustomRuleListed;
  verdict: CustomVerdict;
  run: CustomRun | null;
  context: WordsOfRule;
  timeZone: string;
  url: AutomationUrl;
}

/** Why something was changed, or why not: in one sentence, then each condition as it was asked. */
export function WhyPanel({ application, rule, verdict, run, context, timeZone, url }: Props) {
  const client = useQueryClient();
  const isChange = verdict.verdict === 'acted' || verdict.verdict === 'notified';
  const canResume = verdict.reason === 'released' || verdict.reason === 'oscillating';
  const resume = async (): Promise<void> => {
    try {
      await resumeKeys(application.id, rule.id, [verdict.key]);
      showToast({ intent: 'success', text: words.resumed });
    } catch (failure) {
      showToast({ intent: 'error', text: messageOf(failure) });
    }
    void client.invalidateQueries({ queryKey: automationKey(application.id) });
  };
  return (
    <SidePanel
      title={isChange ? words.whyChanged : words.whyNothing}
      description={`${verdict.name} ${words.whyPlace(verdict.campaign_name)}`}
      onClose={url.closePanel}
      foot={
        <>
          {canResume && (
            <Button size="small" onClick={() => void resume()}>
              {words.resume}
            </Button>
          )}
          <Button size="small" appearance="subtle" onClick={() => url.change({ panel: 'logs', key: null })}>
            {words.logs}
          </Button>
        </>
      }
    >
      <p className={styles.sentence}>{verdict.sentence}</p>
      <WhyTree verdict={verdict} context={context} />
      {verdict.actions.length > 0 && <Actions verdict={verdict} currency={context.currencies.settings} />}
      {run !== null && <RestsOn run={run} timeZone={timeZone} />}
    </SidePanel>
  );
}

function Actions({ verdict, currency }: { verdict: CustomVerdict; currency: string }) {
  const changed = verdict.actions.filter(({ new: next, limited_by }) => next !== null || limited_by !== null);
  if (changed.length === 0) return null;
  return (
    <>
      <h3>{verdict.verdict === 'acted' && verdict.outcome !== null ? words.actionsDone : words.actions}</h3>
      <ul className={styles.actions}>
        {changed.map(({ do: name, field, old, new: next, computed, limited_by }) => (
          <li key={`${name} ${field}`}>
            <span>{settingText(old, currency)}</span>
            <span aria-hidden>→</span>
            <strong>{settingText(next, currency)}</strong>
            <small>
              {[
                ...(typeof computed === 'number' && computed !== next
                  ? [words.computed(computedText(computed, currency))]
                  : []),
                ...(limited_by === null ? [] : [words.limitedBy[limited_by]]),
              ].join(', ')}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}

function RestsOn({ run, timeZone }: { run: CustomRun; timeZone: string }) {
  const { days } = run;
  const sources = (['ads', 'people', 'predictions', 'search_terms', 'impression_share'] as const).flatMap((source) => {
    const day = days?.[source] ?? null;
    return day === null ? [] : [{ name: words.sources[source], text: words.complete(dayText(day)) }];
  });
  const facts = [
    ...sources,
    ...(run.as_of === null ? [] : [{ name: words.asOf, text: instantText(run.as_of, timeZone) }]),
    { name: words.ruleVersion, text: String(run.version) },
  ];
  return (
    <>
      <h3>{words.restsOn}</h3>
      <dl className={styles.facts}>
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
