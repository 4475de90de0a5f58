import { formatCount } from '../../../../shared/format/numbers.ts';

/** Words of back-tests of rules that people write. */
export const backtestWords = {
  note: 'What the rule would have done on what was known then. Nothing is recorded or sent.',
  progress: (seconds: number) => `Evaluating, ${formatCount(seconds)} s so far`,
  report: (slots: number, acted: number) =>
    `${formatCount(slots)} ${slots === 1 ? 'run' : 'runs'}, ${formatCount(acted)} ${acted === 1 ? 'change' : 'changes'}`,
  empty: 'The rule has no run in this range',
  noDecisions: 'Nothing would have been changed, on hold or limited',
  slots: 'Runs',
  columns: {
    slot: 'Run',
    checked: 'Checked',
    acted: 'Changed',
    noMatch: 'No match',
    noData: 'No data',
    onHold: 'On hold',
    limited: 'Limited',
    skipped: 'Skipped',
    failed: 'Failed',
    asKnown: 'Known then',
  },
  yes: 'Yes',
  no: 'Not known then',
  limits: 'What this shows, and what it cannot show',
  show: (slot: string) => `Show decisions of ${slot}`,
  decisions: (slot: string) => `Decisions of ${slot}`,
} as const;
