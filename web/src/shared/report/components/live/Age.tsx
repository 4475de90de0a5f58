import { type AgeForm, formatAge, formatClock, isLive } from '../../../format/ages.ts';
import { useClock } from '../../../page/browser-state.ts';
import { usePastInstant } from '../../../past-view/past-instant.ts';
import styles from './age.module.css';

interface Props {
  /** ISO 8601; `null` while nothing has come from the source. */
  instant: string | null;
  /** A source that sends by itself may be called live; one that is asked never. */
  push?: boolean;
  /** Without the mark of what is live: one word among others. */
  plain?: boolean;
  /** Said when nothing has come yet. */
  none?: string;
  before?: string;
  form?: AgeForm;
  /** Adds the clock time in this zone. */
  timeZone?: string;
  /** More than this is worth a warning, in milliseconds: twice the usual lag. */
  staleAfter?: number;
}

/** How old figures are, or were at the past instant the screen is about, in a `time` element of its own, so that its ticking is no change of the page's data. */
export function Age({
  instant,
  push = false,
  plain = false,
  none = 'nothing yet',
  before = '',
  form = 'old',
  timeZone,
  staleAfter,
}: Props) {
  const past = usePastInstant();
  const text = useClock((current) => {
    if (instant === null) return none;
    const now = past === null ? current : Date.parse(past);
    return push && past === null && isLive(instant, now) ? 'live' : formatAge(instant, now, form);
  });
  const stale = useClock(
    (now) =>
      instant !== null &&
      staleAfter !== undefined &&
      (past === null ? now : Date.parse(past)) - Date.parse(instant) > staleAfter,
  );
  const clock = instant !== null && timeZone !== undefined ? ` · to ${formatClock(instant, timeZone)}` : '';
  return (
    <time
      dateTime={instant ?? undefined}
      className={styles.age}
      data-live={(text === 'live' && !plain) || undefined}
      data-stale={stale || undefined}
    >
      {before}
      {text}
      {clock}
    </time>
  );
}
