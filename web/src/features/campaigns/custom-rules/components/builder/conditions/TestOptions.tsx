import type { ReactNode } from 'react';
import { builderWords as words } from '../../../messages/builder-words.ts';
import type { OperandDraft, TestDraft } from '../../../model/draft/draft-types.ts';
import { daysOfWindow } from '../../../model/words/window-words.ts';
import { CheckField } from '../../fields/CheckField.tsx';
import { NumberField } from '../../fields/NumberField.tsx';
import { SelectField } from '../../fields/SelectField.tsx';
import { useBuilder } from '../state/builder-context.ts';
import styles from './conditions.module.css';
import { OperandFields } from './OperandFields.tsx';
import { subjectChoices } from './test-choices.ts';

interface Props {
  test: TestDraft;
  path: string;
  onChange: (test: TestDraft) => void;
}

const plainOperand: OperandDraft = { metric: null, of: null, window: null, perDay: null, times: '100', plus: '' };
const isOtherOperand = ({ metric, window, perDay, plus }: OperandDraft, test: TestDraft): boolean =>
  (metric !== null && metric !== test.metric) || window !== null || perDay !== null || plus !== '';

/** Whether a condition has anything that its line does not show. */
export const hasOptions = (test: TestDraft): boolean =>
  test.of !== 'self' ||
  test.perDay ||
  test.floor !== '' ||
  test.atLeast ||
  test.nots > 0 ||
  (daysOfWindow(test.window ?? '')?.shift ?? 0) > 0 ||
  (test.than !== null && (isOtherOperand(test.than, test) || test.than.of === null || test.than.of === 'self'));

/** What is seldom needed of a condition. */
export function TestOptions({ test, path, onChange }: Props) {
  const { draft, metrics } = useBuilder();
  const metric = metrics.get(test.metric);
  const range = daysOfWindow(test.window ?? '');
  const takesFigure = !['between', 'outside', 'empty', 'not_empty'].includes(test.op);
  const setRange = (days: string, shift: string) =>
    onChange({ ...test, window: `${days}d${shift === '' ? '' : `-${shift}`}` });
  return (
    <div className={styles.options}>
      {takesFigure && (
        <Labelled text={words.compareWith}>
          <SelectField
            size="range"
            label={words.compareWith}
            value={test.than === null ? 'number' : 'figure'}
            choices={[
              { value: 'number', text: words.compareNumber },
              { value: 'figure', text: words.percentOf.self },
            ]}
            onChange={(kind) => onChange({ ...test, than: kind === 'figure' ? plainOperand : null })}
          />
        </Labelled>
      )}
      <Labelled text={words.figuresOf}>
        <SelectField
          size="range"
          label={words.figuresOf}
          value={test.of}
          choices={subjectChoices(draft.level)}
          onChange={(of) => onChange({ ...test, of })}
        />
      </Labelled>
      {range !== null && (
        <>
          <Labelled text={words.days}>
            <NumberField
              label={words.days}
              value={String(range.days)}
              onChange={(text) => /^[1-9]\d?$/.test(text) && setRange(text, String(range.shift))}
            />
          </Labelled>
          <Labelled text={words.endingEarlier}>
            <NumberField
              label={words.endingEarlier}
              value={String(range.shift)}
              onChange={(text) => /^\d{1,2}$/.test(text) && setRange(String(range.days), text)}
            />
          </Labelled>
        </>
      )}
      {metric?.floor != null && (
        <Labelled text={words.floor(metric.floor.of.replaceAll('_', ' '))}>
          <NumberField
            label={words.floor(metric.floor.of.replaceAll('_', ' '))}
            value={test.floor}
            placeholder={String(metric.floor.value)}
            onChange={(floor) => onChange({ ...test, floor })}
          />
        </Labelled>
      )}
      {metric?.window === true && metric.floor === null && (
        <CheckField label={words.perDay} checked={test.perDay} onChange={(perDay) => onChange({ ...test, perDay })} />
      )}
      {metric?.floor != null && metric.unit === 'money' && (
        <CheckField
          label={words.atLeast}
          checked={test.atLeast}
          onChange={(atLeast) => onChange({ ...test, atLeast })}
        />
      )}
      <CheckField
        label={words.negated}
        checked={test.nots % 2 === 1}
        onChange={(negated) => onChange({ ...test, nots: negated ? 1 : 0 })}
      />
      {test.than !== null && takesFigure && (
        <OperandFields test={test} than={test.than} path={path} onChange={(than) => onChange({ ...test, than })} />
      )}
    </div>
  );
}

function Labelled({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className={styles.option}>
      <span aria-hidden>{text}</span>
      {children}
    </span>
  );
}
