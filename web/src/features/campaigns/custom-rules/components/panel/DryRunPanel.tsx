import { Button } from '@fluentui/react-components';
import { formatClock } from '../../../../../shared/format/ages.ts';
import type { CustomDryRun } from '../../api/custom-rule-types.ts';
import type { EnteredRule } from '../../api/entered-rule.ts';
import { panelWords as words } from '../../messages/panel-words.ts';
import { frozenValues } from '../../model/dry-run/frozen-values.ts';
import { ruleText, type WordsOfRule } from '../../model/words/case-words.ts';
import { dayText } from '../builder/conditions/day-texts.ts';
import { StrongText } from '../StrongText.tsx';
import { ConflictNotes } from './ConflictNotes.tsx';
import { FrozenChart } from './FrozenChart.tsx';
import { PanelCounts } from './PanelCounts.tsx';
import { PanelRows } from './PanelRows.tsx';
import styles from './panel.module.css';

interface Props {
  rule: EnteredRule | null;
  level: EnteredRule['level'];
  context: WordsOfRule;
  timeZone: string;
  dryRun: CustomDryRun | null;
  isStale: boolean;
  error: string | null;
  /** What is missing before it can be asked. */
  missing: readonly string[];
  /** What the server found wrong. */
  refused: readonly string[];
  onRetry: () => void;
  applicationId: number;
}

/** What the rule would do now. It follows what is typed; numbers of an older text are grey. */
export function DryRunPanel(props: Props) {
  const { rule, level, context, timeZone, dryRun, isStale, error, missing, refused, onRetry, applicationId } = props;
  const frozen = dryRun === null || rule === null ? null : frozenValues(dryRun, rule, context.currencies.settings);
  return (
    <section className={styles.panel} aria-label={words.title} aria-busy={isStale}>
      <header>
        <h2>{words.title}</h2>
        <p role="status" className={styles.status}>
          {dryRun === null ? statusText([...missing, ...refused], error) : asOfText(dryRun, timeZone, isStale)}
        </p>
      </header>
      {missing.length > 0 && (
        <div className={styles.missing}>
          <p>{words.incomplete}</p>
          <ul>
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {refused.length > 0 && (
        <div className={styles.missing}>
          <p>{words.refused}</p>
          <ul>
            {refused.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {error !== null && (
        <div className={styles.missing} role="alert">
          <p>{error}</p>
          <Button size="small" onClick={onRetry}>
            {words.retry}
          </Button>
        </div>
      )}
      {dryRun !== null && (
        <div className={styles.numbers} data-stale={isStale || undefined}>
          <PanelCounts dryRun={dryRun} currency={context.currencies.settings} />
          <PanelRows dryRun={dryRun} level={level} context={context} timeZone={timeZone} />
          {frozen !== null && <FrozenChart frozen={frozen} currency={context.currencies.settings} />}
        </div>
      )}
      {dryRun !== null && <ConflictNotes dryRun={dryRun} applicationId={applicationId} />}
      {rule !== null && (
        <div className={styles.words}>
          <strong>{words.inWords}</strong>
          <p>
            <StrongText text={ruleText(rule.cases, context)} />
          </p>
        </div>
      )}
    </section>
  );
}

const statusText = (missing: readonly string[], error: string | null): string =>
  missing.length > 0 || error !== null ? '' : words.counting;

function asOfText({ as_of, days }: CustomDryRun, timeZone: string, isStale: boolean): string {
  if (isStale) return words.counting;
  const clock = formatClock(as_of, timeZone);
  const newest = [days.ads, days.people, days.predictions, days.search_terms]
    .filter((day) => day !== null)
    .toSorted()[0];
  return newest === undefined ? words.asOf(clock) : words.completeTo(dayText(newest), clock);
}
