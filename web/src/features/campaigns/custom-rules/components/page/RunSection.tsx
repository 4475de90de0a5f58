import { useInfiniteQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import type { CustomVerdictsResponse } from '@tapwise/contract/custom-rule';
import { useState } from 'react';
import { Message } from '../../../../../shared/report/index.ts';
import { ChoicePicker } from '../../../../../shared/scope/index.ts';
import scope from '../../../../../shared/scope/scope.module.css';
import { SearchField } from '../../../../../shared/ui/SearchField.tsx';
import { type AutomationUrl, logsOptions, runChoices, slotText, Waiting } from '../../../automation/index.ts';
import type { CustomRuleListed, CustomRun } from '../../api/custom-rule-types.ts';
import { pageWords as words } from '../../messages/page-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { lookOf } from '../../model/verdicts/verdict-look.ts';
import type { WordsOfRule } from '../../model/words/case-words.ts';
import { VerdictTable } from '../verdicts/VerdictTable.tsx';
import { HeldNotice } from './HeldNotice.tsx';
import styles from './page.module.css';

interface Props {
  application: Application;
  rule: CustomRuleListed;
  /** `undefined` while it is asked. */
  response: CustomVerdictsResponse | undefined;
  context: WordsOfRule;
  timeZone: string;
  url: AutomationUrl;
}

const newest = 'newest';
const every = 'all';

/** One run: what it decided about each unit. */
export function RunSection({ application, rule, response, context, timeZone, url }: Props) {
  const logs = useInfiniteQuery(logsOptions(application.id, rule.id));
  const [text, setText] = useState('');
  const [word, setWord] = useState(every);
  const { level } = rule.automation_params;
  const runs = runChoices(logs.data?.pages.flat() ?? [], timeZone);
  const verdicts = response?.verdicts ?? [];
  const displayed = verdicts.filter(
    (verdict) =>
      (word === every || lookOf(verdict).word === word) &&
      verdict.name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const presentWords = [...new Set(verdicts.map((verdict) => lookOf(verdict).word))];
  return (
    <section className={styles.run} aria-label={words.run}>
      <div className={styles.runHead}>
        <h2>{response?.run == null ? words.run : runTitle(response.run)}</h2>
        <p>{response?.run == null ? '' : runSummary(response.run, level)}</p>
        <div className={styles.tools}>
          <SearchField label={words.filter} value={text} onChange={setText} className={styles.search} />
          <div className={scope.joined}>
            <ChoicePicker
              label={words.verdict}
              choices={[
                { value: every, text: words.allVerdicts },
                ...presentWords.map((value) => ({ value, text: value })),
              ]}
              chosen={word}
              onChoose={setWord}
            />
            <ChoicePicker
              label={words.run}
              choices={[
                { value: newest, text: words.newest },
                ...runs.map(({ id, text: name }) => ({ value: id, text: name })),
              ]}
              chosen={url.view.run ?? newest}
              onChoose={(run) => url.change({ run: run === newest ? null : run, key: null, panel: null })}
            />
          </div>
        </div>
      </div>
      {response?.run?.held != null && (
        <HeldNotice application={application} rule={rule} run={response.run} timeZone={timeZone} />
      )}
      {displayed.length > 0 && (
        <VerdictTable
          verdicts={displayed}
          level={level}
          context={context}
          chosen={url.view.key}
          onWhy={({ key, decision_id: decision }) => url.change({ key, decision, panel: null })}
        />
      )}
      {displayed.length === 0 && <NoRows response={response} filtered={verdicts.length > 0} />}
      {(response?.run?.without_figures ?? 0) > 0 && (
        <p className={styles.none}>
          {words.withoutFigures(ruleWords.units[level](response?.run?.without_figures ?? 0))}
        </p>
      )}
    </section>
  );
}

function NoRows({ response, filtered }: { response: CustomVerdictsResponse | undefined; filtered: boolean }) {
  if (filtered) return <p className={styles.none}>{words.noMatch}</p>;
  if (response === undefined) return <Waiting rows={4} />;
  if (response.run === null) return <Message title={words.noRun} text={words.noRunText} />;
  return <p className={styles.none}>{words.noUnits}</p>;
}

const runTitle = ({ slot }: CustomRun): string => (/^\d{4}-/.test(slot) ? words.runOf(slotText(slot)) : words.byHand);

/** '84 keywords checked, 11 changed, …', or why there was no evaluation. */
function runSummary(
  { state, message, counts }: CustomRun,
  level: CustomRuleListed['automation_params']['level'],
): string {
  if (counts === null) return message ?? words.states[state];
  const text = words.counts(ruleWords.units[level](counts.checked), counts);
  return state === 'done' ? text : `${words.states[state]}. ${text}`;
}
