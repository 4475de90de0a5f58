import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { CalendarLtr16Regular } from '@fluentui/react-icons/svg/calendar-ltr';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { usePopoverPart } from '../../../page/lazy-part.tsx';
import bar from '../../../scope/scope.module.css';
import { describeRange, type RangeChoice, resolveRange } from '../../model/scope/range.ts';
import styles from './range-picker.module.css';

const loadDialog = async () => (await import('./RangeDialog.tsx')).RangeDialog;

interface Props {
  choice: RangeChoice;
  today: string;
  /** First day the application's SDK was heard of. */
  firstDay: string | null;
  timeZone: string;
  /** The range was applied: it takes effect without another press. */
  onApply: (choice: RangeChoice) => void;
}

/** The button that says the range, and the dialog behind it. */
export function RangePicker({ choice, today, firstDay, timeZone, onApply }: Props) {
  // Fetched when the pointer or the focus comes to the button, so that it is there at the press.
  const { Part: RangeDialog, popover, fetchAhead, close } = usePopoverPart(loadDialog);
  const words = describeRange(choice, resolveRange(choice, today, firstDay), today);
  return (
    <Popover {...popover} trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={bar.segment} onPointerEnter={fetchAhead} onFocus={fetchAhead}>
          <CalendarLtr16Regular />
          <span>{words.name}</span>
          {words.days !== null && <span className={bar.second}> · {words.days}</span>}
          <ChevronDown12Regular />
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="Date range">
        {RangeDialog !== null && (
          <RangeDialog
            choice={choice}
            today={today}
            firstDay={firstDay}
            timeZone={timeZone}
            onApply={(next) => {
              close();
              onApply(next);
            }}
            onCancel={close}
          />
        )}
      </PopoverSurface>
    </Popover>
  );
}
