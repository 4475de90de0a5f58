import { Field, Input } from '@fluentui/react-components';
import type { RuleLevel } from '../../api/entered-rule.ts';
import { alertWords as words } from '../../messages/alert-words.ts';
import { builderWords } from '../../messages/builder-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { type AlertDraft, everyHour, withHours } from '../../model/alert/alert-draft.ts';
import type { DraftFault } from '../../model/draft/draft-types.ts';
import { newAction, newCase, newTest } from '../../model/draft/edit-draft.ts';
import { faultAt, faultsBelow } from '../../model/draft/fault-texts.ts';
import styles from '../builder/builder.module.css';
import { Faults } from '../fields/Faults.tsx';
import { SelectField } from '../fields/SelectField.tsx';

interface Props {
  draft: AlertDraft;
  isNew: boolean;
  faults: readonly DraftFault[];
  onChange: (draft: AlertDraft) => void;
}

const levels: readonly (RuleLevel | 'application')[] = [
  'application',
  'campaign',
  'ad_group',
  'keyword',
  'search_term',
];

/** What the alert is called, what it watches one by one, and when it is asked. */
export function AlertHead({ draft, isNew, faults, onChange }: Props) {
  const { rule, whole } = draft;
  const current = whole ? 'application' : rule.level;
  const choose = (level: RuleLevel | 'application') => {
    const isWhole = level === 'application';
    // Conditions and filters are those of a level.
    const cases = [newCase(newTest('spend', '1d'), newAction('notify'))];
    onChange({ ...draft, whole: isWhole, rule: { ...rule, level: isWhole ? 'campaign' : level, scope: {}, cases } });
  };
  return (
    <section className={styles.head}>
      <Field className={styles.name} label={builderWords.name} validationMessage={faultAt(faults, 'name')}>
        <Input
          name="name"
          maxLength={100}
          autoComplete="off"
          value={rule.name}
          onChange={(_, { value }) => onChange({ ...draft, rule: { ...rule, name: value } })}
        />
      </Field>
      <fieldset className={styles.levels} disabled={!isNew} title={isNew ? undefined : builderWords.levelFixed}>
        <legend>{words.watches}</legend>
        {levels.map((level) => (
          <label key={level}>
            <input
              type="radio"
              name="level"
              value={level}
              checked={current === level}
              onChange={() => level !== current && choose(level)}
            />
            <span>{level === 'application' ? words.whole : ruleWords.levels[level]}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.template}>
        <span aria-hidden>{words.asked}</span>
        <Hours draft={draft} onChange={onChange} />
      </div>
      {whole && <p className={styles.hint}>{words.wholeNote}</p>}
      <Faults texts={[...faultsBelow(faults, 'schedule'), ...faultsBelow(faults, 'level')]} />
    </section>
  );
}

/** Every hour or one hour of the day; an alert that was written by a call may have others. */
function Hours({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const hours = draft.rule.schedule.hours ?? [9];
  const isHourly = hours.length === everyHour.length;
  const [only] = hours;
  const value = isHourly ? 'hourly' : hours.length === 1 ? String(only) : 'kept';
  const choices = [
    { value: 'hourly', text: words.hourly },
    ...(value === 'kept' ? [{ value: 'kept', text: words.keptHours(hours) }] : []),
    ...everyHour.map((hour) => ({ value: String(hour), text: words.daily(hour) })),
  ];
  return (
    <SelectField
      size="range"
      label={words.asked}
      value={value}
      choices={choices}
      onChange={(next) => next !== 'kept' && onChange(withHours(draft, next === 'hourly' ? everyHour : [Number(next)]))}
    />
  );
}
