import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { History20Regular } from '@fluentui/react-icons/svg/history';
import { useClock } from '../../page/browser-state.ts';
import { usePopoverPart } from '../../page/lazy-part.tsx';
import { pastMessages as words } from '../messages.ts';
import { useGoToInstant, usePastInstant } from '../past-instant.ts';
import type { PastScope } from '../past-scope.ts';
import { formatShortInstantIn } from '../zoned-time.ts';
import styles from './past-view.module.css';

const loadForm = async () => (await import('./AsOfForm.tsx')).AsOfForm;

/** Chooses the instant a screen is about. */
export function AsOfButton({ applicationId, timeZone }: PastScope) {
  const instant = usePastInstant();
  const goTo = useGoToInstant();
  const { Part: AsOfForm, popover, fetchAhead, close } = usePopoverPart(loadForm);
  const label = useClock((now) =>
    instant === null ? words.asOfNow : words.asOf(formatShortInstantIn(instant, timeZone, now)),
  );
  function choose(next: string | null): void {
    close();
    goTo(next);
  }
  return (
    <Popover {...popover} trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <button
          type="button"
          className={styles.button}
          aria-label={label}
          title={label}
          data-past={instant !== null || undefined}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
        >
          <History20Regular />
          <span className={styles.word}>{label}</span>
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={words.title}>
        {AsOfForm !== null && (
          <AsOfForm applicationId={applicationId} timeZone={timeZone} instant={instant} onChoose={choose} />
        )}
      </PopoverSurface>
    </Popover>
  );
}
