import type { Kill } from './kills.ts';
import type { AnswerMoments } from './scenario.ts';
import { type ReplicatedPart, replicatedParts } from './start-replicas.ts';
import type { Tally } from './tally.ts';

const measured = ['pages', 'posts', 'tables', 'mails'] as const satisfies readonly (keyof AnswerMoments)[];
const width = 12;

/** What happened in a run, as a text of a few lines. */
export function describeRun(kills: readonly Kill[], moments: AnswerMoments, { counts, faults }: Tally): string {
  const cells = (values: readonly (string | number)[]): string =>
    values.map((value) => String(value).padStart(width)).join('');
  const rowOf = (part: ReplicatedPart): string => {
    const killed = kills.filter((kill) => kill.part === part);
    const longest = measured.map((name) =>
      Math.max(0, ...killed.map(({ at, until }) => moments[name].longestGap(at, until))),
    );
    return cells([part, killed.length, ...longest.map((ms) => (ms / 1000).toFixed(2))]);
  };
  return [
    'Longest time in seconds without a report answered, an install acknowledged, tables moved, a mail sent:',
    cells(['killed', 'times', ...measured]),
    ...replicatedParts.map(rowOf),
    '',
    ...[...counts].map(([what, count]) => `${String(count).padStart(width)} ${what}`),
    '',
    `faults: ${faults.length}`,
    ...faults.map((words) => `  ${words}`),
  ].join('\n');
}
