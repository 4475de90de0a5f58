import { currencySymbol } from '../../../../../../shared/format/numbers.ts';
import type { RuleUnit } from '../../../api/custom-rule-types.ts';
import type { TestSubject } from '../../../api/entered-rule.ts';
import { builderWords as words } from '../../../messages/builder-words.ts';
import type { TestDraft } from '../../../model/draft/draft-types.ts';
import { isParam, resolved } from '../../../model/draft/entered-numbers.ts';
import { faultAt } from '../../../model/draft/fault-texts.ts';
import { NumberField } from '../../fields/NumberField.tsx';
import { SelectField } from '../../fields/SelectField.tsx';
import { type Builder, useBuilder } from '../state/builder-context.ts';
import { parentsOf } from './test-choices.ts';

interface Props {
  test: TestDraft;
  path: string;
  onChange: (test: TestDraft) => void;
}

/** What a figure is compared with: a number, two of them, or a share of another figure. */
export function ValueFields({ test, path, onChange }: Props) {
  const builder = useBuilder();
  const unit = unitText(builder.metrics.get(test.metric)?.unit, builder);
  if (test.op === 'empty' || test.op === 'not_empty') return null;
  if (test.op === 'between' || test.op === 'outside') {
    const fault = faultAt(builder.faults, `${path}.values`);
    return (
      <>
        <NumberField
          label={words.lowEnd}
          {...shownNumber(test.low, builder)}
          fault={fault}
          onChange={(low) => onChange({ ...test, low })}
        />
        <span className="muted">{words.and}</span>
        <NumberField
          label={words.highEnd}
          {...shownNumber(test.high, builder)}
          fault={fault}
          unit={unit}
          onChange={(high) => onChange({ ...test, high })}
        />
      </>
    );
  }
  const { than } = test;
  if (than === null) {
    return (
      <NumberField
        label={words.value}
        {...shownNumber(test.value, builder)}
        fault={faultAt(builder.faults, `${path}.value`)}
        unit={unit}
        onChange={(value) => onChange({ ...test, value })}
      />
    );
  }
  const subjects: readonly TestSubject[] = ['self', ...parentsOf(builder.draft.level)];
  return (
    <>
      <NumberField
        label={words.value}
        {...shownNumber(than.times, builder)}
        fault={faultAt(builder.faults, `${path}.than.times`)}
        onChange={(times) => onChange({ ...test, than: { ...than, times } })}
      />
      <SelectField
        size="range"
        label={words.compareWith}
        value={than.of ?? test.of}
        choices={subjects.map((value) => ({ value, text: words.percentOf[value] }))}
        onChange={(of) => onChange({ ...test, than: { ...than, of } })}
      />
    </>
  );
}

/** A number in its field: what a template asks for is entered once, and named here until then. */
export function shownNumber(text: string, { draft }: Pick<Builder, 'draft'>): { value: string; placeholder?: string } {
  if (!isParam(text)) return { value: text };
  const param = draft.params.find(({ name }) => name === text);
  return { value: resolved(text, draft.params), placeholder: param?.label ?? '' };
}

/** What is written behind a number. */
export function unitText(unit: RuleUnit | undefined, { words: { currencies } }: Pick<Builder, 'words'>): string {
  switch (unit) {
    case 'money':
      return currencySymbol(currencies.application);
    case 'settings_money':
      return currencySymbol(currencies.settings);
    case 'fraction':
      return '%';
    case 'hours':
      return 'h';
    case 'days':
      return 'days';
    default:
      return '';
  }
}
