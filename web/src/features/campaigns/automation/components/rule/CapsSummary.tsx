import type { Application } from '@tapwise/contract';
import { unknown } from '../../../../../shared/format/numbers.ts';
import type { Rule, RuleVerdict } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { capLines } from '../../model/caps-summary.ts';
import { unitsOf } from '../../model/rule-scope.ts';
import styles from './rule.module.css';

const words = automationMessages.rule;

interface Props {
  application: Application;
  rule: Rule;
  verdicts: readonly RuleVerdict[];
  /** Whether the decisions have been read: what has not come is not counted as none. */
  loaded: boolean;
}

/** Each cap: its value, how many units are at it, and the one that comes next. */
export function CapsSummary({ application, rule, verdicts, loaded }: Props) {
  const { currency } = unitsOf(application, rule);
  const lines = capLines(rule.automation_params, verdicts, currency);
  return (
    <section className={styles.block} aria-labelledby="caps-title">
      <div className={styles.blockHead}>
        <h2 id="caps-title">{words.caps}</h2>
        <p>{lines.length === 0 ? words.capsNone : words.capsNote}</p>
      </div>
      {lines.length > 0 && (
        <ul className={styles.caps}>
          {lines.map(({ cap, name, limit, count, any, nearest }) => (
            <li key={cap}>
              <strong>{name}</strong>
              <span>{limit}</span>
              <span data-any={any || undefined}>{loaded ? count : unknown}</span>
              <span className={styles.nearest} title={nearest?.keyword}>
                {nearest !== null && (
                  <>
                    <span>{nearest.keyword}:</span> {nearest.distance}
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
