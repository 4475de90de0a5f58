import { builderWords as words } from '../../../messages/builder-words.ts';
import type { TestDraft } from '../../../model/draft/draft-types.ts';
import { faultAt } from '../../../model/draft/fault-texts.ts';
import { rangeOfTest } from '../../../model/dry-run/test-counts.ts';
import { SelectField } from '../../fields/SelectField.tsx';
import { useBuilder } from '../state/builder-context.ts';
import styles from './conditions.module.css';
import { dayText, rangeText } from './day-texts.ts';
import { otherDays, windowChoices } from './window-choices.ts';

interface Props {
  test: TestDraft;
  path: string;
  onChange: (test: TestDraft) => void;
}

/** Which days a condition is about; of mature days it says which they are. What takes no range says what it covers. */
export function WindowField({ test, path, onChange }: Props) {
  const { metrics, faults, dryRun } = useBuilder();
  const metric = metrics.get(test.metric);
  if (metric?.window === false) {
    const until = metric.source === 'impression_share' ? (dryRun?.days.impression_share ?? null) : null;
    const covered = metric.source === 'impression_share' ? words.daysWithFigures : words.asItIsNow;
    return (
      <output className={styles.noRange} aria-label={words.timeRange}>
        {until === null ? covered : words.daysTo(dayText(until))}
      </output>
    );
  }
  const range = test.window?.endsWith('-mature') === true ? rangeOfTest(dryRun?.verdicts ?? [], path) : null;
  const choices = windowChoices(metric, test.window).map((choice) =>
    range !== null && choice.value === test.window
      ? { ...choice, text: `${choice.text}, ${rangeText(range.from, range.to)}` }
      : choice,
  );
  return (
    <SelectField
      size="range"
      label={words.timeRange}
      value={test.window ?? ''}
      choices={choices}
      fault={faultAt(faults, `${path}.window`)}
      // Days that are entered are those of a range a day before the newest one.
      onChange={(window) => onChange({ ...test, window: window === otherDays ? '7d-1' : window })}
    />
  );
}
