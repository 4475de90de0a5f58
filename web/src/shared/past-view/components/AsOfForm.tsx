import { Button, Field, Input } from '@fluentui/react-components';
import { skipToken, useQuery } from '@tanstack/react-query';
import { dayInZone } from '@tapwise/contract/calendar';
import { type FormEvent, useState } from 'react';
import { formatClock } from '../../format/ages.ts';
import { serverTime } from '../../server/http/server-clock.ts';
import { pastMessages as words } from '../messages.ts';
import { instantText } from '../past-instant.ts';
import type { PastScope } from '../past-scope.ts';
import { askEarliest } from '../views/past-view-calls.ts';
import { formatInstantIn, timeInZone } from '../zoned-time.ts';
import styles from './past-view.module.css';

interface Props extends PastScope {
  /** The instant shown now. */
  instant: string | null;
  /** @param instant `null` for now */
  onChoose: (instant: string | null) => void;
}

/** A day and a time to see the reports as of. */
export function AsOfForm({ applicationId, timeZone, instant, onChoose }: Props) {
  const [opened] = useState(() => serverTime(Date.now()));
  const first = instant === null ? opened : Date.parse(instant);
  const [day, setDay] = useState(() => dayInZone(first, timeZone));
  const [clock, setClock] = useState(() => formatClock(first, timeZone));
  const [sent, setSent] = useState(false);
  const earliest = useEarliest(applicationId);
  const time = timeInZone(day, clock, timeZone);
  const refusal = applicationId === null ? words.chooseFirst : refusalOf(time, earliest, timeZone);
  // What is being typed is not wrong yet; a time that cannot be is.
  const displayedRefusal = refusal !== null && (sent || refusal !== words.incomplete) ? refusal : null;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSent(true);
    if (refusal !== null || time === null) {
      event.currentTarget.querySelector<HTMLElement>('input')?.focus();
      return;
    }
    onChoose(instantText(time));
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h2>{words.title}</h2>
      <p>{words.help}</p>
      <div className={styles.fields}>
        <Field label={words.date} validationState={displayedRefusal === null ? 'none' : 'error'}>
          <Input
            className={styles.input}
            type="date"
            value={day}
            min={earliest === null ? undefined : dayInZone(Date.parse(earliest), timeZone)}
            max={dayInZone(opened, timeZone)}
            aria-describedby={displayedRefusal === null ? undefined : refusalId}
            onChange={(_, data) => setDay(data.value)}
          />
        </Field>
        <Field label={words.time} validationState={displayedRefusal === null ? 'none' : 'error'}>
          <Input
            className={styles.input}
            type="time"
            value={clock}
            aria-describedby={displayedRefusal === null ? undefined : refusalId}
            onChange={(_, data) => setClock(data.value)}
          />
        </Field>
      </div>
      <p id={refusalId} role="alert" className={styles.refusal}>
        {displayedRefusal}
      </p>
      <p>{words.zone(timeZone)}</p>
      <div className={styles.steps}>
        {instant !== null && <Button onClick={() => onChoose(null)}>{words.backToNow}</Button>}
        <Button appearance="primary" type="submit">
          {words.view}
        </Button>
      </div>
    </form>
  );
}

const refusalId = 'as-of-refusal';

/** The earliest instant an application can be seen as of; `null` until it is known. */
function useEarliest(applicationId: number | null): string | null {
  const query = useQuery({
    queryKey: ['past-view-earliest', applicationId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: applicationId === null ? skipToken : ({ signal }) => askEarliest(applicationId, signal),
  });
  return query.data ?? null;
}

/** Why an instant cannot be chosen; `null` when it can. */
function refusalOf(time: number | null, earliest: string | null, timeZone: string): string | null {
  if (time === null) return words.incomplete;
  if (time > serverTime(Date.now())) return words.future;
  if (earliest !== null && time < Date.parse(earliest)) return words.tooEarly(formatInstantIn(earliest, timeZone));
  return null;
}
