import { Button } from '@fluentui/react-components';
import { type KeyboardEvent, useState } from 'react';
import { currencySymbol, formatCount, unknown } from '../../../../../shared/format/numbers.ts';
import { indexAfter } from '../../../../../shared/tables/index-after.ts';
import type { CustomVerdict } from '../../api/custom-rule-types.ts';
import type { RuleLevel } from '../../api/entered-rule.ts';
import { pageWords as words } from '../../messages/page-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { changeOf } from '../../model/verdicts/change-texts.ts';
import { distanceOf, whatDecided } from '../../model/verdicts/verdict-texts.ts';
import type { WordsOfRule } from '../../model/words/case-words.ts';
import { VerdictBadge } from './VerdictBadge.tsx';
import styles from './verdicts.module.css';

/** Rows drawn at first and with each further press. */
const step = 100;

interface Props {
  verdicts: readonly CustomVerdict[];
  level: RuleLevel;
  context: WordsOfRule;
  /** Key of the unit that is explained beside the table. */
  chosen: string | null;
  /** `null` where a reason is all that can be shown. */
  onWhy: ((verdict: CustomVerdict) => void) | null;
}

/** What was decided about each unit; a press on what decided explains it in full. These are one tab stop: arrows move. */
export function VerdictTable({ verdicts, level, context, chosen, onWhy }: Props) {
  const [most, setMost] = useState(step);
  const [stop, setStop] = useState(0);
  const displayed = verdicts.slice(0, most);
  const { columns } = words;
  const sign = currencySymbol(context.currencies.settings);
  return (
    <>
      <section
        className={styles.box}
        aria-label={onWhy === null ? words.decisions : undefined}
        // Without a button in it, what scrolls must be reached by itself.
        tabIndex={onWhy === null ? 0 : undefined}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{ruleWords.unit[level]}</th>
              <th scope="col">{columns.verdict}</th>
              <th scope="col" data-end>
                {columns.case}
              </th>
              <th scope="col" data-end>
                {columns.old} <span>{sign}</span>
              </th>
              <th scope="col" data-end>
                {columns.new} <span>{sign}</span>
              </th>
              <th scope="col">{columns.decided}</th>
              <th scope="col" data-end>
                {columns.distance}
              </th>
            </tr>
          </thead>
          <tbody onKeyDown={moveFocus}>
            {displayed.map((verdict, index) => (
              <Row
                key={verdict.key}
                verdict={verdict}
                context={context}
                chosen={verdict.key === chosen}
                tabbable={index === Math.min(stop, displayed.length - 1)}
                onFocus={() => setStop(index)}
                onWhy={onWhy}
              />
            ))}
          </tbody>
        </table>
      </section>
      {verdicts.length > most && (
        <Button appearance="transparent" className={styles.more} onClick={() => setMost(most + step)}>
          {words.more(formatCount(Math.min(step, verdicts.length - most)))}
        </Button>
      )}
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const reasons = [...event.currentTarget.querySelectorAll('button')];
  const index = event.target instanceof HTMLButtonElement ? reasons.indexOf(event.target) : -1;
  const next = indexAfter(event.key, index, reasons.length);
  if (next === null) return;
  event.preventDefault();
  reasons[next]?.focus();
}

interface RowProps extends Pick<Props, 'context' | 'onWhy'> {
  verdict: CustomVerdict;
  chosen: boolean;
  tabbable: boolean;
  onFocus: () => void;
}

function Row({ verdict, context, chosen, tabbable, onFocus, onWhy }: RowProps) {
  const { key, name, verdict: kind, case: index } = verdict;
  const change = changeOf(verdict, context.currencies.settings);
  const decided = whatDecided(verdict, context);
  return (
    <tr data-row-id={key} data-verdict={kind} data-chosen={chosen || undefined}>
      <th scope="row">{name}</th>
      <td>
        <VerdictBadge verdict={verdict} />
      </td>
      <td data-end>{index === null ? unknown : index + 1}</td>
      <td data-end>{change.old}</td>
      <td data-end data-new={kind === 'acted' || undefined}>
        {change.new}
      </td>
      <td>
        {onWhy === null ? (
          decided
        ) : (
          <button
            type="button"
            aria-pressed={chosen}
            tabIndex={tabbable ? 0 : -1}
            onFocus={onFocus}
            onClick={() => onWhy(verdict)}
          >
            {decided}
            <span className="visually-hidden">: {words.why(name)}</span>
          </button>
        )}
      </td>
      <td data-end>{distanceOf(verdict, context)}</td>
    </tr>
  );
}
