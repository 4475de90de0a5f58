import { Button, Field, Input } from '@fluentui/react-components';
import { addMonths, firstOfMonth, isDay } from '@tapwise/contract/calendar';
import { type KeyboardEvent, useState } from 'react';
import { cityOfZone } from '../../../calendar/day-texts.ts';
import { type DayRange, dayRefusal, type RangeChoice, rangePresets, resolveRange } from '../../model/scope/range.ts';
import { MonthGrid } from './MonthGrid.tsx';
import styles from './range-picker.module.css';

interface Props {
  choice: RangeChoice;
  today: string;
  firstDay: string | null;
  timeZone: string;
  onApply: (choice: RangeChoice) => void;
  onCancel: () => void;
}

/** Presets, two months to click in, and two fields to type in; what is typed wins. Letters pick presets. */
export function RangeDialog({ choice, today, firstDay, timeZone, onApply, onCancel }: Props) {
  const [chosen, setChosen] = useState(choice);
  const days = resolveRange(chosen, today, firstDay);
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  const [month, setMonth] = useState(addMonths(firstOfMonth(days.to), -1));
  const problems = { from: fieldProblem(from, today, firstDay), to: fieldProblem(to, today, firstDay) };
  const reversed =
    problems.from === null && problems.to === null && from > to ? 'The range ends before it begins' : null;
  const wrong = problems.from ?? problems.to ?? reversed;

  function show(next: RangeChoice): void {
    const resolved = resolveRange(next, today, firstDay);
    setChosen(next);
    setFrom(resolved.from);
    setTo(resolved.to);
    setMonth(addMonths(firstOfMonth(resolved.to), -1));
  }

  function type(part: Partial<DayRange>): void {
    const next = { from, to, ...part };
    setFrom(next.from);
    setTo(next.to);
    setChosen(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const preset = rangePresets.find(({ key }) => key === event.key.toUpperCase());
    if (preset !== undefined) show({ preset: preset.name });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are shortcuts for buttons that are there as well.
    <div className={styles.dialog} onKeyDown={onKeyDown}>
      <ul className={styles.presets} aria-label="Presets">
        {rangePresets.map(({ name, label, key }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={'preset' in chosen && chosen.preset === name}
              aria-keyshortcuts={key ?? undefined}
              onClick={() => show({ preset: name })}
            >
              {label}
              {key !== null && <small aria-hidden="true">{key}</small>}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.right}>
        <MonthGrid
          month={month}
          range={wrong === null ? { from, to } : null}
          refusal={(day) => dayRefusal(day, today, firstDay)}
          onMonth={setMonth}
          onRange={type}
        />
        <div className={styles.fields}>
          <Field label="From" validationMessage={problems.from ?? undefined}>
            <Input value={from} onChange={(_, data) => type({ from: data.value.trim() })} placeholder="YYYY-MM-DD" />
          </Field>
          <Field label="To" validationMessage={problems.to ?? reversed ?? undefined}>
            <Input value={to} onChange={(_, data) => type({ to: data.value.trim() })} placeholder="YYYY-MM-DD" />
          </Field>
        </div>
        <div className={styles.foot}>
          <span>{`Dates in ${cityOfZone(timeZone)} time`}</span>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            appearance="primary"
            disabledFocusable={wrong !== null}
            onClick={() => wrong === null && onApply(chosen)}
          >
            Apply
          </Button>
        </div>
      </div>
    </div>
  );
}

function fieldProblem(day: string, today: string, firstDay: string | null): string | null {
  return isDay(day) ? dayRefusal(day, today, firstDay) : 'Write the day as YYYY-MM-DD';
}
