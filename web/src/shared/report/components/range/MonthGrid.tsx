import { Button } from '@fluentui/react-components';
import { ChevronLeft20Regular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import { addDays, addMonths, weeksOfMonth } from '@tapwise/contract/calendar';
import { type KeyboardEvent, useState } from 'react';
import { formatLongDay, formatMonth } from '../../../calendar/day-texts.ts';
import type { DayRange } from '../../model/scope/range.ts';
import styles from './range-picker.module.css';

interface Props {
  /** First of the two months shown. */
  month: string;
  range: DayRange | null;
  /** Why a day cannot be chosen. */
  refusal: (day: string) => string | null;
  onMonth: (month: string) => void;
  onRange: (range: DayRange) => void;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Two months. The first press begins a range, the second ends it; Shift with arrows extends it. */
export function MonthGrid({ month, range, refusal, onMonth, onRange }: Props) {
  const [begun, setBegun] = useState<string | null>(null);
  const focusDay = range?.to ?? month;

  function press(day: string): void {
    if (refusal(day) !== null) return;
    if (begun === null) {
      setBegun(day);
      onRange({ from: day, to: day });
    } else {
      onRange(begun <= day ? { from: begun, to: day } : { from: day, to: begun });
      setBegun(null);
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, day: string): void {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = addDays(day, step);
    if (refusal(next) !== null) return;
    if (event.shiftKey && range !== null)
      onRange(next < range.from ? { ...range, from: next } : { ...range, to: next });
    if (next < month) onMonth(addMonths(month, -1));
    else if (next >= addMonths(month, 2)) onMonth(addMonths(month, 1));
    const root = event.currentTarget.closest('[data-months]');
    requestAnimationFrame(() => root?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  }

  return (
    <div className={styles.months} data-months>
      <Button
        className={styles.before}
        size="small"
        appearance="subtle"
        icon={<ChevronLeft20Regular />}
        aria-label="Earlier month"
        onClick={() => onMonth(addMonths(month, -1))}
      />
      <Button
        className={styles.after}
        size="small"
        appearance="subtle"
        icon={<ChevronRight20Regular />}
        aria-label="Later month"
        onClick={() => onMonth(addMonths(month, 1))}
      />
      {[month, addMonths(month, 1)].map((first) => (
        <Month
          key={first}
          first={first}
          range={range}
          focusDay={focusDay}
          refusal={refusal}
          onPress={press}
          onKeyDown={onKeyDown}
        />
      ))}
    </div>
  );
}

interface MonthProps extends Pick<Props, 'range' | 'refusal'> {
  first: string;
  /** The one day that Tab reaches. */
  focusDay: string;
  onPress: (day: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, day: string) => void;
}

function Month({ first, range, focusDay, refusal, onPress, onKeyDown }: MonthProps) {
  return (
    <div className={styles.month}>
      <div className={styles.monthName} aria-live="polite">
        {formatMonth(first)}
      </div>
      {weeksOfMonth(first).map((week) => (
        <div key={week[0]} className={styles.week}>
          {week.map((day) =>
            day.slice(0, 7) === first.slice(0, 7) ? (
              <button
                key={day}
                type="button"
                data-day={day}
                tabIndex={day === focusDay ? 0 : -1}
                aria-label={formatLongDay(day)}
                aria-pressed={range !== null && day >= range.from && day <= range.to}
                aria-disabled={refusal(day) !== null}
                title={refusal(day) ?? undefined}
                data-edge={day === range?.from || day === range?.to || undefined}
                onClick={() => onPress(day)}
                onKeyDown={(event) => onKeyDown(event, day)}
              >
                {Number(day.slice(8))}
              </button>
            ) : (
              <span key={day} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}
