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
import { addDays, dayInZone } from '@tapwise/contract/calendar';
import { useState } from 'react';
import { useClock } from '../../../../../shared/page/browser-state.ts';
import { useLongQuestion } from '../../../../../shared/server/use-long-question.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { rangeFault } from '../../../automation/index.ts';
import { type CustomBacktestQuestion, type CustomRuleSubject, customBacktest } from '../../api/custom-rules-api.ts';
import type { RuleLevel } from '../../api/entered-rule.ts';
import { backtestWords as words } from '../../messages/backtest-words.ts';
import type { WordsOfRule } from '../../model/words/case-words.ts';
import { BacktestReport } from './BacktestReport.tsx';
import styles from './backtest.module.css';

interface Props {
  applicationId: number;
  name: string;
  level: RuleLevel;
  subject: CustomRuleSubject;
  context: WordsOfRule;
  timeZone: string;
  onClose: () => void;
}

const firstDays = 60;

/** What a rule would have done on past days, on what was known then. Closing it, or Cancel, gives the work up. */
export function BacktestDialog({ applicationId, name, level, subject, context, timeZone, onClose }: Props) {
  const today = useClock((now) => dayInZone(now, timeZone));
  const [range, setRange] = useState(() => ({ from: addDays(today, 1 - firstDays), to: today }));
  const work = useLongQuestion((question: CustomBacktestQuestion, signal) =>
    customBacktest(applicationId, question, signal),
  );
  const fault = rangeFault(range.from, range.to, today);
  return (
    <Dialog open modalType="modal" onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody className={styles.dialog}>
          <DialogTitle>{words.title(name)}</DialogTitle>
          <DialogContent className={styles.content}>
            <p>{words.note}</p>
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
                  onClick={() => fault === null && work.start({ subject, ...range })}
                >
                  {work.response === null ? words.run : words.again}
                </Button>
              )}
            </div>
            <div role="status">
              {work.running && (
                <Field label={words.progress(work.seconds)}>
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
            {work.response !== null && !work.running && (
              <BacktestReport response={work.response} level={level} context={context} />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.close}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
