import { builderWords as words } from '../../../messages/builder-words.ts';
import type { OperandDraft, TestDraft } from '../../../model/draft/draft-types.ts';
import { faultAt } from '../../../model/draft/fault-texts.ts';
import { windowText } from '../../../model/words/window-words.ts';
import { NumberField } from '../../fields/NumberField.tsx';
import { SelectField } from '../../fields/SelectField.tsx';
import { useBuilder } from '../state/builder-context.ts';
import styles from './conditions.module.css';
import { metricChoices } from './test-choices.ts';
import { shownNumber, unitText } from './ValueFields.tsx';
import { otherDays, windowChoices } from './window-choices.ts';

interface Props {
  test: TestDraft;
  than: OperandDraft;
  path: string;
  onChange: (than: OperandDraft) => void;
}

/** The other figure of a comparison, where it is not the same one of a parent. */
export function OperandFields({ test, than, path, onChange }: Props) {
  const builder = useBuilder();
  const { metrics, faults, draft } = builder;
  const metric = metrics.get(than.metric ?? test.metric);
  const ranges = windowChoices(metric, than.window).filter(({ value }) => value !== otherDays);
  return (
    <span className={styles.operand}>
      <SelectField
        size="metric"
        label={words.otherMetric}
        value={than.metric ?? 'same'}
        choices={[{ value: 'same', text: words.sameMetric }, ...metricChoices(metrics, draft.level)]}
        fault={faultAt(faults, `${path}.than.metric`)}
        onChange={(name) => onChange({ ...than, metric: name === 'same' ? null : name })}
      />
      {metric?.window === true && (
        <SelectField
          size="range"
          label={words.otherRange}
          value={than.window ?? 'same'}
          choices={[
            { value: 'same', text: test.window === null ? '' : `${words.sameRange}, ${windowText(test.window)}` },
            ...ranges,
          ]}
          fault={faultAt(faults, `${path}.than.window`)}
          onChange={(window) => onChange({ ...than, window: window === 'same' ? null : window })}
        />
      )}
      <span className={styles.option}>
        <span aria-hidden>{words.plus}</span>
        <NumberField
          label={words.plus}
          {...shownNumber(than.plus, builder)}
          unit={unitText(metric?.unit, builder)}
          fault={faultAt(faults, `${path}.than.plus`)}
          onChange={(plus) => onChange({ ...than, plus })}
        />
      </span>
    </span>
  );
}
