import { Field, Input } from '@fluentui/react-components';
import { useId } from 'react';
import { scheduledReportMessages } from '../../messages.ts';
import { dayChoices, everyChoices, timeChoices, zoneNames } from '../../model/draft/choices.ts';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import styles from './form.module.css';
import type { ReportForm } from './use-report-form.ts';

const { form: words, weekdays } = scheduledReportMessages;

/** On which days and at which time a report is sent. */
export function CadenceFields({ form: { draft, faults, set } }: { form: ReportForm }) {
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{words.schedule}</legend>
      <ChoiceSelect
        label={words.every}
        choices={everyChoices}
        chosen={draft.every}
        fault={faults['cadence.every']}
        onChoose={(every) => set({ every })}
      />
      {draft.every === 'week' && (
        <fieldset className={styles.days} data-wrong={faults['cadence.weekdays'] !== undefined || undefined}>
          <legend className="visually-hidden">{words.weekdays}</legend>
          {weekdays.map((name, index) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={draft.weekdays.includes(index + 1)}
                onChange={({ target }) => set({ weekdays: withDay(draft.weekdays, index + 1, target.checked) })}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {draft.every === 'week' && faults['cadence.weekdays'] !== undefined && (
        <p className={styles.fault}>{faults['cadence.weekdays']}</p>
      )}
      {draft.every === 'month' && (
        <ChoiceSelect
          label={words.day}
          choices={dayChoices}
          chosen={String(draft.day)}
          fault={faults['cadence.day']}
          onChoose={(day) => set({ day: day === 'last' ? day : Number(day) })}
        />
      )}
      <div className={styles.pair}>
        <ChoiceSelect
          label={words.time}
          choices={timeChoices}
          chosen={draft.time}
          fault={faults['cadence.time']}
          onChoose={(time) => set({ time })}
        />
        <Field label={words.zone} validationMessage={faults['cadence.zone']}>
          <Input
            list={id}
            autoComplete="off"
            maxLength={60}
            value={draft.zone}
            onChange={(_, { value }) => set({ zone: value })}
          />
        </Field>
      </div>
      <datalist id={id}>
        {zoneNames().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </fieldset>
  );
}

const withDay = (days: readonly number[], day: number, isOn: boolean): number[] =>
  isOn ? [...days, day] : days.filter((other) => other !== day);
