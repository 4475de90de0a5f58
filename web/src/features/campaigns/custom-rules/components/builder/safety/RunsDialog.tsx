import { Field, Input, Select } from '@fluentui/react-components';
import { useState } from 'react';
import { FormDialog } from '../../../../../../shared/ui/dialogs/FormDialog.tsx';
import { LabelledBox } from '../../../../../../shared/ui/LabelledBox.tsx';
import { safetyWords as words } from '../../../messages/safety-words.ts';
import { numberOf } from '../../../model/draft/entered-numbers.ts';
import { useBuilder } from '../state/builder-context.ts';
import styles from './safety.module.css';

const allWeekdays = [1, 2, 3, 4, 5, 6, 7];
const allHours = Array.from({ length: 24 }, (_, hour) => hour);

const toggled = (list: readonly number[], value: number, on: boolean): number[] =>
  on ? [...list, value].toSorted((left, right) => left - right) : list.filter((candidate) => candidate !== value);

/** Hours and weekdays of a rule, its place among others, and whose installs it counts. */
export function RunsDialog({ onClose }: { onClose: () => void }) {
  const { draft, change } = useBuilder();
  const [hours, setHours] = useState<readonly number[]>(draft.schedule.hours ?? [9]);
  const [weekdays, setWeekdays] = useState<readonly number[]>(draft.schedule.weekdays ?? allWeekdays);
  const [priority, setPriority] = useState(String(draft.priority));
  const [claimType, setClaimType] = useState(draft.claimType);
  const [tried, setTried] = useState(false);
  const rank = numberOf(priority, 'plain');
  const save = () => {
    setTried(true);
    if (rank === null) return 'priority';
    change((before) => ({ ...before, schedule: { hours, weekdays }, priority: rank, claimType }));
    onClose();
  };
  return (
    <FormDialog title={words.runs} submit={words.done} busy={false} error={null} onClose={onClose} onSubmit={save}>
      <fieldset className={styles.boxes} data-hours>
        <legend>{words.hours}</legend>
        {allHours.map((hour) => (
          <LabelledBox
            key={hour}
            label={`${String(hour).padStart(2, '0')}:00`}
            checked={hours.includes(hour)}
            onChange={(on) => setHours(toggled(hours, hour, on))}
          />
        ))}
      </fieldset>
      <fieldset className={styles.boxes}>
        <legend>{words.weekdays}</legend>
        {allWeekdays.map((weekday) => (
          <LabelledBox
            key={weekday}
            label={words.weekdayNames[weekday - 1] ?? ''}
            checked={weekdays.includes(weekday)}
            onChange={(on) => setWeekdays(toggled(weekdays, weekday, on))}
          />
        ))}
      </fieldset>
      <div className={styles.pair}>
        <Field label={words.priority} validationMessage={tried && rank === null ? words.badNumber : undefined}>
          <Input
            name="priority"
            inputMode="numeric"
            autoComplete="off"
            value={priority}
            onChange={(_, { value }) => setPriority(value)}
          />
        </Field>
        <Field label={words.claimType}>
          <Select
            value={claimType}
            onChange={(_, { value }) => setClaimType(value === 'view' || value === 'total' ? value : 'click')}
          >
            {(['click', 'view', 'total'] as const).map((type) => (
              <option key={type} value={type}>
                {words.claimTypes[type]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </FormDialog>
  );
}
