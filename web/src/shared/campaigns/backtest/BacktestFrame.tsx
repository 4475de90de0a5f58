import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  ProgressBar,
} from '@fluentui/react-components';
import { dayInZone } from '@tapwise/contract/calendar';
import { type ReactNode, useState } from 'react';
import { useClock } from '../../page/browser-state.ts';
import { useLongQuestion } from '../../server/use-long-question.ts';
import { NoticeBar } from '../../ui/NoticeBar.tsx';
import styles from './backtest.module.css';
import { backtestFrameWords as words } from './backtest-frame-words.ts';
import { type BacktestRange, lastDays, rangeFault } from './backtest-range.ts';

interface Props<Response> {
  name: string;
  timeZone: string;
  /** How many days are offered at first. */
  firstDays: number;
  note?: string;
  /** What can be chosen beside the range. */
  choices?: ReactNode;
  ask: (range: BacktestRange, signal: AbortSignal) => Promise<Response>;
  progress: (seconds: number, range: BacktestRange) => string;
  report: (response: Response) => ReactNode;
  onClose: () => void;
}

/** What a rule would have done on past days, on what was known then. Closing it, or Cancel, ends the work. */
export function BacktestFrame<Response>(props: Props<Response>) {
  const { name, timeZone, firstDays, note, choices, ask, progress, report, onClose } = props;
  const today = useClock((now) => dayInZone(now, timeZone));
  const [range, setRange] = useState(() => lastDays(today, firstDays));
  const work = useLongQuestion(ask, words.later);
  const fault = rangeFault(range, today);
  return (
    <Dialog open modalType="modal" onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{words.title(name)}</DialogTitle>
          <DialogContent className={styles.content}>
            {note !== undefined && <p>{note}</p>}
            <div className={styles.range}>
              <Field label={words.from}>
                <Input
                  type="date"
                  max={today}
                  value={range.from}
                  onChange={(_, { value }) => setRange({ ...range, from: value })}
                />
              </Field>
              <Field label={words.to} validationMessage={fault ?? undefined}>
                <Input
                  type="date"
                  max={today}
                  value={range.to}
                  onChange={(_, { value }) => setRange({ ...range, to: value })}
                />
              </Field>
              {work.running ? (
                <Button onClick={work.cancel}>{words.cancel}</Button>
              ) : (
                <Button
                  appearance="primary"
                  disabledFocusable={fault !== null}
                  onClick={() => fault === null && work.start(range)}
                >
                  {work.response === null ? words.run : words.again}
                </Button>
              )}
            </div>
            {choices}
            <div role="status">
              {work.running && (
                <Field label={progress(work.seconds, range)}>
                  <ProgressBar />
                </Field>
              )}
              {work.cancelled && <p>{words.cancelled}</p>}
            </div>
            {work.error !== null && (
              <div role="alert">
                <NoticeBar intent="error">{work.error}</NoticeBar>
              </div>
            )}
            {work.response !== null && !work.running && report(work.response)}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.close}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
