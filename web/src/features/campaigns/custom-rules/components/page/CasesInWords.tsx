import type { CustomRuleListed, CustomVerdict } from '../../api/custom-rule-types.ts';
import { pageWords as words } from '../../messages/page-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { countActed } from '../../model/dry-run/test-counts.ts';
import { caseWords, type WordsOfRule } from '../../model/words/case-words.ts';
import { StrongText } from '../StrongText.tsx';
import styles from './page.module.css';

interface Props {
  rule: CustomRuleListed;
  /** Of the run that is shown. */
  verdicts: readonly CustomVerdict[];
  context: WordsOfRule;
}

/** The cases side by side, each with what it did in the run that is shown. */
export function CasesInWords({ rule, verdicts, context }: Props) {
  const acted = countActed(verdicts);
  return (
    <ol className={styles.cases} aria-label={words.cases}>
      {rule.automation_params.cases.map((ruleCase, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cases are in the order in which they are asked.
        <li key={index}>
          <div>
            <strong>{ruleWords.case(index)}</strong>
            {ruleCase.name !== undefined && <span>{ruleCase.name}</span>}
            {verdicts.length > 0 && <span data-end>{words.changed(acted.get(index) ?? 0)}</span>}
          </div>
          <p>
            <StrongText text={caseWords(ruleCase, context)} />
          </p>
        </li>
      ))}
    </ol>
  );
}
