import type { Break } from '../break.ts';

const definition = 'domain/src/figures/scheduled-report/definition';
const content = 'domain/src/figures/scheduled-report/content';
const schedule = 'domain/src/figures/scheduled-report/schedule';
const workbook = 'infra/adapters/src/files/workbook';

/** What scheduled reports hold, who gets them, and how often. */
export const scheduledReportsBreaks: readonly Break[] = [
  {
    what: 'a column that restricted members may not see is in their file',
    file: `${content}/report-columns.ts`,
    find: "variant === 'restricted' && withheldColumns.has(name);",
    replace: "variant === 'restricted' && name === 'spend';",
    specs: [`${content}/report-content.unit.spec.ts`],
  },
  {
    what: 'an address outside the team is sent to before it has confirmed',
    file: `${schedule}/report-schedule.state.ts`,
    find: "listed && state === 'confirmed');",
    replace: "listed && state !== 'unsubscribed' && state !== 'bad');",
    specs: [`${schedule}/report-schedule.decider.unit.spec.ts`],
  },
  {
    what: 'a name that begins with an equals sign is a formula of the workbook',
    file: `${workbook}/write-workbook.ts`,
    find: ': sheetString(value);',
    replace: ": value.startsWith('=') ? ({ formula: value.slice(1) } as never) : sheetString(value);",
    specs: [`${workbook}/write-workbook.int.spec.ts`],
  },
  {
    what: 'a report that was due more than twelve hours ago is sent',
    file: `${definition}/cadence.ts`,
    find: 'due: slots.filter(({ at }) => at >= missedAt),',
    replace: 'due: slots,',
    specs: [`${definition}/cadence.unit.spec.ts`],
  },
  {
    what: 'a report that waits for its turn to be made again is given up',
    file: 'workflows/src/reports/send-report/send-report.story.ts',
    find: 'if (!is_busy) return is_made;',
    replace: 'if (!is_busy || !is_made) return is_made;',
    specs: ['workflows/src/reports/send-report/send-report.story.unit.spec.ts'],
  },
  {
    what: 'slots of seconds are all made up after a long outage',
    file: `${definition}/cadence.ts`,
    find: 'slots.at(-mostMadeUp)?.at ?? 0',
    replace: '0',
    specs: [`${definition}/cadence.unit.spec.ts`],
  },
  {
    what: 'rows of restricted members are in the order of a column that they may not see',
    file: `${content}/report-columns.ts`,
    find: "variant === 'full' || !withheldColumns.has(key.replace(/^-/, ''))",
    replace: 'key.length >= 0',
    specs: [
      `${content}/report-content.unit.spec.ts`,
      'projections/src/reading/scheduled-reports/report-content.unit.spec.ts',
    ],
  },
  {
    what: 'a report is made again of the tables of now',
    file: 'workflows/src/reports/send-report/ask-figures.ts',
    find: "if (due.kind !== 'again') {",
    replace: "if (due.kind !== 'again' || due.requested_by !== null) {",
    specs: ['tests/contexts/reports/scheduled-reports.int.spec.ts'],
  },
  {
    what: 'the last rows never come to the thread that writes a workbook',
    file: 'infra/adapters/src/files/workbook/write-workbook-in-thread.ts',
    find: 'if (piece.length > 0) yield piece;',
    replace: 'if (piece.length > 1e9) yield piece;',
    specs: ['infra/adapters/src/files/workbook/write-workbook.int.spec.ts'],
  },
  {
    what: 'a report is due for ever where a change of its zone brings a local time again',
    file: `${definition}/cadence.ts`,
    find: '.filter(({ id }) => !recorded.has(id));',
    replace: ';',
    specs: [`${definition}/cadence.unit.spec.ts`],
  },
  {
    what: 'the keys of addresses outside a team outlive the team',
    file: 'workflows/src/accounts/erase-account/erase-account.activities.ts',
    find: '...(await outsideSubjects(deps, account.team_id))]',
    replace: '...(await outsideSubjects(deps, account.team_id)).slice(0, 0)]',
    specs: ['tests/contexts/accounts/leaving.int.spec.ts'],
  },
  {
    what: 'sends of a report that are asked for at once pass their limit',
    file: 'api/src/http/team-limits.plugin.ts',
    find: 'createKeyedLimiter(1, turnsWaiting)',
    replace: 'createKeyedLimiter(turnsWaiting, 1)',
    specs: ['api/src/reports/schedules/report-schedules.int.spec.ts'],
  },
  {
    what: 'one team takes all turns of the tables with previews',
    file: 'api/src/http/team-limits.plugin.ts',
    find: 'createKeyedLimiter(trials.atOnce, trials.waiting)',
    replace: 'createKeyedLimiter(trials.waiting, allTrials.waiting)',
    specs: ['api/src/reports/schedules/report-schedules.int.spec.ts'],
  },
  {
    what: 'a report whose answer was lost is made a second time',
    file: 'api/src/reports/schedules/commands/schedules.routes.ts',
    find: 'if (made !== undefined) return {',
    replace: "if (made !== undefined && made.status === 'deleted') return {",
    specs: ['api/src/reports/schedules/report-schedules.int.spec.ts'],
  },
];
