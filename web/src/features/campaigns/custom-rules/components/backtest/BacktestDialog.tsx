import { BacktestFrame } from '../../../../../shared/campaigns/backtest/BacktestFrame.tsx';
import { type CustomRuleSubject, customBacktest } from '../../api/custom-rules-api.ts';
import type { RuleLevel } from '../../api/entered-rule.ts';
import { backtestWords as words } from '../../messages/backtest-words.ts';
import type { WordsOfRule } from '../../model/words/case-words.ts';
import { BacktestReport } from './BacktestReport.tsx';

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

/** The back-test of a custom rule. */
export const BacktestDialog = ({ applicationId, name, level, subject, context, timeZone, onClose }: Props) => (
  <BacktestFrame
    name={name}
    timeZone={timeZone}
    firstDays={firstDays}
    note={words.note}
    ask={(range, signal) => customBacktest(applicationId, { subject, ...range }, signal)}
    progress={words.progress}
    report={(response) => <BacktestReport response={response} level={level} context={context} />}
    onClose={onClose}
  />
);
