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
import type { Application } from '@tapwise/contract';
import { dayInZone } from '@tapwise/contract/calendar';
import { useState } from 'react';
import { useClock } from '../../../../../shared/page/browser-state.ts';
import { useLongQuestion } from '../../../../../shared/server/use-long-question.ts';
import { LabelledBox } from '../../../../../shared/ui/LabelledBox.tsx';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { type BacktestQuestion, backtest, type RuleSubject } from '../../api/automation-api.ts';
import type { ApplyTo } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { daysOf, firstRange, rangeFault } from '../../model/backtest-report.ts';
import { unitsOf } from '../../model/rule-scope.ts';
import { BacktestReport } from './BacktestReport.tsx';
import styles from './backtest.module.css';

const words = automationMessages.backtest;

interface Props {
  application: Application;
  name: string;
  applyTo: ApplyTo;
  subject: RuleSubject;
  onClose: () => void;
}

/** What a rule would have done on past days, on what was known then. Closing it, or Cancel, gives the work up. */
export function BacktestDialog({ application, name, applyTo, subject, onClose }: Props) {
  const { currency, timeZone } = unitsOf(application, { apply_to: applyTo });
  const today = useClock((now) => dayInZone(now, timeZone));
  const [range, setRange] = useState(() => firstRange(today));
  const [asItRan, setAsItRan] = useState(false);
  const work = useLongQuestion((question: BacktestQuestion, signal) => backtest(application.id, question, signal));
  const fault = rangeFault(range.from, range.to, today);
  const saved = 'id' in subject;
  const run = () => fault === null && work.start({ subject, ...range, asItRan: saved && asItRan });
  return (
    <Dialog open modalType="modal" onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody className={styles.dialog}>
          <DialogTitle>{words.title(name)}</DialogTitle>
          <DialogContent className={styles.content}>
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
                <Button appearance="primary" disabledFocusable={fault !== null} onClick={run}>
                  {work.response === null ? words.run : words.again}
                </Button>
              )}
            </div>
            {saved && <LabelledBox label={words.asItRan} checked={asItRan} onChange={setAsItRan} />}
            <div role="status">
              {work.running && (
                <Field label={words.progress(work.seconds, daysOf(range.from, range.to))}>
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
            {work.response !== null && !work.running && <BacktestReport response={work.response} currency={currency} />}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{automationMessages.close}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
