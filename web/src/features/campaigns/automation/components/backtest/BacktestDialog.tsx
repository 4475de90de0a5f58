import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { BacktestFrame } from '../../../../../shared/campaigns/backtest/BacktestFrame.tsx';
import { daysOf } from '../../../../../shared/campaigns/backtest/backtest-range.ts';
import { LabelledBox } from '../../../../../shared/ui/LabelledBox.tsx';
import { backtest, type RuleSubject } from '../../api/automation-api.ts';
import type { ApplyTo } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { unitsOf } from '../../model/rule-scope.ts';
import { BacktestReport } from './BacktestReport.tsx';

const words = automationMessages.backtest;
const firstDays = 30;

interface Props {
  application: Application;
  name: string;
  applyTo: ApplyTo;
  subject: RuleSubject;
  onClose: () => void;
}

/** The back-test of a rule that raises bids; one that is saved may be tested with the versions that it had then. */
export function BacktestDialog({ application, name, applyTo, subject, onClose }: Props) {
  const { currency, timeZone } = unitsOf(application, { apply_to: applyTo });
  const [asItRan, setAsItRan] = useState(false);
  return (
    <BacktestFrame
      name={name}
      timeZone={timeZone}
      firstDays={firstDays}
      choices={'id' in subject && <LabelledBox label={words.asItRan} checked={asItRan} onChange={setAsItRan} />}
      ask={(range, signal) => backtest(application.id, { subject, ...range, asItRan }, signal)}
      progress={(seconds, range) => words.progress(seconds, daysOf(range))}
      report={(response) => <BacktestReport response={response} currency={currency} />}
      onClose={onClose}
    />
  );
}
