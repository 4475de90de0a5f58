import { Checkmark16Filled } from '@fluentui/react-icons/svg/checkmark';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { Question16Regular } from '@fluentui/react-icons/svg/question';
import { formatCount } from '../../../../../shared/format/numbers.ts';
import type { CustomVerdict, VerdictTest } from '../../api/custom-rule-types.ts';
import { pageWords as words } from '../../messages/page-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { type GroupWord, whyCases } from '../../model/page/why-rows.ts';
import { letsMatch } from '../../model/verdicts/lets-match.ts';
import { conditionText, gapText, measuredText } from '../../model/verdicts/verdict-texts.ts';
import type { WordsOfRule } from '../../model/words/case-words.ts';
import { windowText } from '../../model/words/window-words.ts';
import { rangeText } from '../builder/conditions/day-texts.ts';
import styles from './why.module.css';

const groupText = (word: GroupWord | null): string => {
  if (word === null) return '';
  return word === 'not' ? words.negated : ruleWords.groups[word];
};

/** Conditions of each case that was asked: what was true, what was not and by how much, and what is not clear and why. */
export function WhyTree({ verdict, context }: { verdict: CustomVerdict; context: WordsOfRule }) {
  const cases = whyCases(verdict.tests);
  if (cases.length === 0) return <p className={styles.none}>{words.noTests}</p>;
  return cases.map(({ index, word, rows }) => (
    <section key={index} className={styles.case}>
      <h3>{words.caseTitle(index, groupText(word).toLowerCase())}</h3>
      <ul>
        {rows.map((row) =>
          row.kind === 'group' ? (
            <li key={row.id} className={styles.group} style={{ marginLeft: row.depth * 18 }}>
              {groupText(row.word)}
            </li>
          ) : (
            <TestRow key={row.id} test={row.test} depth={row.depth} isFirst={row.isFirst} context={context} />
          ),
        )}
      </ul>
    </section>
  ));
}

interface RowProps {
  test: VerdictTest;
  depth: number;
  /** The first condition that failed. */
  isFirst: boolean;
  context: WordsOfRule;
}

function TestRow({ test, depth, isFirst, context }: RowProps) {
  const result = test.result === null ? 'unknown' : test.result ? 'true' : 'false';
  // What is negated need not become true.
  const gap = letsMatch(test) === false ? gapText(test, context) : null;
  return (
    <li
      className={styles.test}
      data-result={result}
      data-first={isFirst || undefined}
      style={{ marginLeft: depth * 18 }}
    >
      <span className={styles.sign}>
        {result === 'true' && <Checkmark16Filled aria-hidden />}
        {result === 'false' && <Dismiss16Regular aria-hidden />}
        {result === 'unknown' && <Question16Regular aria-hidden />}
        <span className="visually-hidden">{words.results[result]}</span>
      </span>
      <span>
        <strong>{conditionText(test, context)}</strong>
        <small>{[...detailsOf(test), ...(isFirst ? [words.firstFailed] : [])].join(' · ')}</small>
      </span>
      <span data-end>
        <strong>{measuredText(test, context)}</strong>
        {gap !== null && <small>{words.short(gap)}</small>}
      </span>
    </li>
  );
}

/** Days of the condition, whose figures they are, and why they do not tell. */
function detailsOf({ from, to, window, of, why, needs }: VerdictTest): string[] {
  return [
    ...(from !== null && to !== null ? [rangeText(from, to)] : window === null ? [] : [windowText(window)]),
    ...(of === 'self' ? [] : [`${ruleWords.of} ${ruleWords.subjects[of]}`]),
    ...(needs === null ? [] : [words.needs(formatCount(needs.more), needs.metric.replaceAll('_', ' '))]),
    ...(why === null || needs !== null ? [] : [words.unknowns[why]]),
  ];
}
