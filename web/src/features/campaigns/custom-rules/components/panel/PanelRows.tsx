import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { currencySymbol } from '../../../../../shared/format/numbers.ts';
import type { CustomDryRun, CustomVerdict } from '../../api/custom-rule-types.ts';
import type { RuleLevel } from '../../api/entered-rule.ts';
import { panelWords as words } from '../../messages/panel-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { verdictWords } from '../../messages/verdict-words.ts';
import { changeOf } from '../../model/verdicts/change-texts.ts';
import { lookOf } from '../../model/verdicts/verdict-look.ts';
import { whatDecided } from '../../model/verdicts/verdict-texts.ts';
import type { WordsOfRule } from '../../model/words/case-words.ts';
import styles from './panel.module.css';

const fewRows = 5;

interface Props {
  dryRun: CustomDryRun;
  level: RuleLevel;
  context: WordsOfRule;
  timeZone: string;
}

/** Units with what is now, what would be, and the number that decides; the first five until all are asked for. */
export function PanelRows({ dryRun, level, context }: Props) {
  const [all, setAll] = useState(false);
  const { verdicts } = dryRun;
  const sign = currencySymbol(context.currencies.settings);
  const rows = all ? verdicts : firstOfEach(verdicts);
  if (verdicts.length === 0) return <p className={styles.note}>{words.nothing}</p>;
  return (
    <>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{words.columns.why(ruleWords.unit[level])}</th>
            <th scope="col" data-end>
              {words.columns.now} {sign}
            </th>
            <th scope="col" data-end>
              {words.columns.new} {sign}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((verdict) => (
            <Row key={verdict.key} verdict={verdict} context={context} />
          ))}
        </tbody>
      </table>
      {verdicts.length > fewRows && (
        <Button size="small" appearance="transparent" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.showLess : words.showAll(verdicts.length)}
        </Button>
      )}
    </>
  );
}

function Row({ verdict, context }: { verdict: CustomVerdict; context: WordsOfRule }) {
  const { key, name, case: index, verdict: kind } = verdict;
  const change = changeOf(verdict, context.currencies.settings);
  const decided = whatDecided(verdict, context);
  const isDone = kind === 'acted' || kind === 'notified';
  const why = isDone && index !== null ? verdictWords.caseOf(index, decided) : `${lookOf(verdict).word}: ${decided}`;
  return (
    <tr data-row-id={key} data-verdict={kind}>
      <th scope="row">
        <strong className={styles.rowName}>{name}</strong>
        <span className={styles.rowWhy}>{why}</span>
      </th>
      <td data-end>{change.old}</td>
      <td data-end>{isDone ? <strong>{change.new}</strong> : change.new}</td>
    </tr>
  );
}

/** Rows that show most in five: what would be done, then one of each other kind. */
function firstOfEach(verdicts: readonly CustomVerdict[]): readonly CustomVerdict[] {
  if (verdicts.length <= fewRows) return verdicts;
  const acted = verdicts.filter(({ verdict }) => verdict === 'acted').slice(0, 3);
  const kinds = new Set<string>(['acted']);
  const others = verdicts.filter(({ verdict, reason }) => {
    const kind = `${verdict} ${reason}`;
    if (kinds.has(kind) || verdict === 'acted') return false;
    kinds.add(kind);
    return true;
  });
  const first = [...acted, ...others].slice(0, fewRows);
  const rest = verdicts.filter((verdict) => !first.includes(verdict));
  return [...first, ...rest.slice(0, fewRows - first.length)];
}
