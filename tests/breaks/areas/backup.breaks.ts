import type { Break } from '../break.ts';

const specs = ['infra/operations/backup/backup.int.spec.ts'] as const;
const copies = 'infra/adapters/src/event-log/copies';

/** What comes back from a backup: all of the log, and of erased people nothing. */
export const backupBreaks: readonly Break[] = [
  {
    what: 'a backup misses the last segment',
    file: 'infra/operations/backup/copy-log.ts',
    find: '  if (!draft.isEmpty()) await writeDraft();\n',
    replace: '',
    specs,
  },
  {
    what: 'a restore revives an erased person',
    file: 'infra/operations/backup/restore-keys.ts',
    find: 'const key = existing.has(name) ? await newest.read(name) : undefined;',
    replace: 'const key = await backup.read(name);',
    specs,
  },
  {
    what: 'an event that an operator left out is taken for another one in a restored log',
    file: `${copies}/moved-positions.ts`,
    find: "names === 'event' && !moved.isEvent ? 0n : moved.position",
    replace: 'moved.position',
    specs: [`${copies}/moved-positions.unit.spec.ts`],
  },
  {
    what: 'the file for a report about a fault has the values of settings',
    file: 'infra/operations/doctor/bundle/make-bundle.ts',
    find: "shownVariables.has(name) ? (rawVariables[name] ?? '') : 'set'",
    replace: "rawVariables[name] ?? ''",
    specs: ['infra/operations/doctor/bundle/make-bundle.unit.spec.ts'],
  },
  {
    what: 'the file for a report about a fault has addresses of other machines',
    file: 'infra/operations/doctor/bundle/anonymous-text.ts',
    find: "(isForeign(address) ? '[ip]' : address)",
    replace: "(isForeign(address) ? address : '[ip]')",
    specs: ['infra/operations/doctor/bundle/make-bundle.unit.spec.ts'],
  },
  {
    what: 'the page for operators is open to other machines',
    file: 'api/src/monitoring/queries/operator-page.query.ts',
    find: 'requireMetricsAccess(request.raw, deps.settings.metricsToken);',
    replace: 'void requireMetricsAccess;',
    specs: ['api/src/http/proxies.int.spec.ts'],
  },
  {
    what: 'the report for operators names streams with their ids',
    file: 'projections/src/reading/operations/operator-report.ts',
    find: "stream.split('-')[0] ?? ''",
    replace: 'stream',
    specs: ['tests/contexts/operator/parked.int.spec.ts'],
  },
  {
    what: 'a rebuild leaves a skipped event out of the tables of all projections',
    file: 'projections/src/writing/filling/skipped-events.ts',
    find: 'parkedIn.get(position) ?? all',
    replace: 'all',
    specs: ['tests/contexts/operator/parked.int.spec.ts'],
  },
  {
    what: 'what a command printed is cut off when its pipe is full',
    file: 'infra/adapters/src/processes/exit-when-printed.ts',
    find: "stream.write('', () => resolve())",
    replace: 'resolve()',
    specs: ['infra/adapters/src/processes/exit-when-printed.int.spec.ts'],
  },
  {
    what: 'deliveries that have ended count as waiting',
    file: 'projections/src/reading/webhooks/waiting-deliveries.queries.ts',
    find: "WHERE state IN ('pending', 'held') AND (application_id, created_at, delivery_id) IN",
    replace: 'WHERE (application_id, created_at, delivery_id) IN',
    specs: ['projections/src/reading/webhooks/waiting-deliveries.int.spec.ts'],
  },
];
