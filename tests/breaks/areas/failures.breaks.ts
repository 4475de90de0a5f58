import type { Break } from '../break.ts';

/** Lasting failures of outside services: recorded once, shown, mailed, and asked about ever more rarely. */
export const failuresBreaks: readonly Break[] = [
  {
    what: 'a failure is recorded at each try',
    file: 'domain/src/failure/failure.decider.ts',
    find: 'if (before.reason === reason && before.detail === detail) return [];',
    replace: 'if (before.changed_at === at) return [];',
    specs: ['domain/src/failure/failures.unit.spec.ts'],
  },
  {
    what: 'the end of one source ends what is reported of its integration',
    file: 'domain/src/failure/failure.decider.ts',
    find: '|| someOf(others, integration)) return [ended];',
    replace: '|| !someOf(state.open, integration) || others === state.open) return [ended];',
    specs: ['domain/src/failure/failures.unit.spec.ts'],
  },
  {
    what: 'a failure is mailed before the hour is over',
    file: 'domain/src/failure/failure.decider.ts',
    find: 'const reportedAfterMs = hourMs;',
    replace: 'const reportedAfterMs = hourMs / 6;',
    specs: ['domain/src/failure/failures.unit.spec.ts'],
  },
  {
    what: 'a permanent answer is asked about as often as any other',
    file: 'workflows/src/rounds/failure-pause.ts',
    find: 'isSlow(error) ? longestSlowPauseSeconds : longestPauseSeconds',
    replace: 'isSlow(error) ? longestPauseSeconds : Math.min(longestPauseSeconds, longestSlowPauseSeconds)',
    specs: ['workflows/src/rounds/failure-pause.unit.spec.ts'],
  },
  {
    what: 'a refused API user is taken for a fault that passes',
    file: 'infra/adapters/src/failures/failure-cause.ts',
    find: "reason: isDenied ? 'credentials_refused' : cause.reason",
    replace: "reason: isDenied ? 'away' : cause.reason",
    specs: ['infra/adapters/src/failures/failure-cause.unit.spec.ts'],
  },
  {
    what: 'a try that is repeated by itself counts as a failure',
    file: 'workflows/src/failures/with-recorded-outcomes.ts',
    find: 'return isFinal || number >= pullRetry.maximumAttempts;',
    replace: 'return isFinal || number >= 1;',
    specs: ['workflows/src/failures/outside-services.int.spec.ts'],
  },
  {
    what: 'anybody can raise the state of notifications',
    file: 'sdk-ingest/src/genuine-refusals.ts',
    find: "'application_id' in data && data.application_id === application.application_id;",
    replace: "'application_id' in data && data.application_id !== null;",
    specs: ['sdk-ingest/src/genuine-refusals.int.spec.ts'],
  },
  {
    what: 'a file without a column it needs is only logged',
    file: 'workflows/src/pull-store-reports/record-store-problems.ts',
    find: "const short = pending.filter(({ reason }) => reason === 'missing_column');",
    replace: "const short = pending.filter(({ reason }) => reason === 'missing_column' && pending.length < 0);",
    specs: ['workflows/src/pull-store-reports/pull-store-reports.int.spec.ts'],
  },
  {
    what: 'readiness is ok while no ad organization can be asked',
    file: 'api/src/queries/health/outside-parts.ts',
    find: 'if (linked === 0 || first.length < linked) return [];',
    replace: 'if (linked === 0 || first.length <= linked) return [];',
    specs: ['tests/accounts/failures.int.spec.ts'],
  },
  {
    what: 'an answer that is not whole counts as a success',
    file: 'workflows/src/failures/with-recorded-outcomes.ts',
    find: 'if (problem !== undefined) await',
    replace: "if (problem !== undefined && problem.detail !== '') await",
    specs: ['workflows/src/failures/with-recorded-outcomes.unit.spec.ts'],
  },
];
