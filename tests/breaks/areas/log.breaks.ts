import type { Break } from '../break.ts';

const passing = 'infra/adapters/src/event-log/passing-faults.int.spec.ts';
const interrupted = 'infra/adapters/src/event-log/interrupted-reads.int.spec.ts';
const leases = 'infra/adapters/src/event-log/leases/hold-lease.int.spec.ts';
const journal = 'projections/src/writing/runner/range-journal.int.spec.ts';
const cluster = 'infra/adapters/src/event-log/cluster.int.spec.ts';

/** A log that starts, elects, is busy or cuts off: what passes is waited for, and nothing waits for ever. */
export const logBreaks: readonly Break[] = [
  {
    what: 'every holder of a lease has the same epoch',
    file: 'domain/src/operations/lease/lease.decider.ts',
    find: 'epoch: state.epoch + 1 }',
    replace: 'epoch: 1 }',
    specs: ['domain/src/operations/lease/lease.decider.unit.spec.ts', leases],
  },
  {
    what: 'a holder of leases goes on when it cannot renew them',
    file: 'infra/adapters/src/event-log/leases/lease-session.ts',
    find: 'if (left > 0) await',
    replace: 'if (left > -1e9) await',
    specs: [leases],
  },
  {
    what: 'a holder of leases is ended although it renews',
    file: 'infra/adapters/src/event-log/leases/holder-watch.ts',
    find: 'sighting?.holder !== holder || sighting.revision !== last?.revision',
    replace: 'sighting?.holder !== holder',
    specs: [leases],
  },
  {
    what: 'a late writer lets the tables be exchanged',
    file: 'projections/src/writing/filling/exchange-tables.ts',
    find: 'acknowledged && detail === String(begun.epoch)',
    replace: "acknowledged && detail !== ''",
    specs: ['projections/src/writing/filling/exchange-tables.int.spec.ts'],
  },
  {
    what: 'a late writer moves the checkpoint of the tables',
    file: 'domain/src/operations/projection/projection-writer.decider.ts',
    find: 'if (request.epoch !== state.epoch) return [];',
    replace: 'if (request.epoch < 0) return [];',
    specs: ['domain/src/operations/projection/projection-writer.decider.unit.spec.ts', journal],
  },
  {
    what: 'a server that is not ready is taken to have refused',
    file: 'infra/adapters/src/event-log/grpc/grpc-fault.ts',
    find: "case 'Empty':",
    replace: "case 'NotReady':",
    specs: [passing],
  },
  {
    what: 'a client is kept after a failed discovery',
    file: 'infra/adapters/src/event-log/transport/renewed-client.ts',
    find: 'if (isRetryableLogFault(fault) && client === this.#client) {',
    replace: 'if (isRetryableLogFault(fault) && client !== this.#client) {',
    specs: [cluster],
  },
  {
    what: 'a discovery that failed is taken to be final',
    file: 'infra/adapters/src/event-log/log-fault.ts',
    find: 'Failed to discover after',
    replace: 'Failed to find after',
    specs: [cluster],
  },
  {
    what: 'a leader that fell silent is followed as long as its connection stays',
    file: 'infra/adapters/src/event-log/transport/direct-transport.ts',
    find: 'onLeader: (authority) => connection.moveTo(authority),',
    replace: 'onLeader: (authority) => (connection.generation === 0 ? connection.moveTo(authority) : undefined),',
    specs: [cluster],
  },
  {
    what: "a follower's failures are never reset",
    file: 'infra/adapters/src/event-log/follow-log.ts',
    find: 'failures = progressed ? 1 : failures + 1;',
    replace: 'failures += 1;',
    specs: [interrupted],
  },
  {
    what: 'a follower that was too slow pauses like after a fault',
    file: 'infra/adapters/src/event-log/follow-log.ts',
    find: 'if (progressed && saysTooSlow(fault)) {',
    replace: 'if (!progressed && saysTooSlow(fault)) {',
    specs: [interrupted],
  },
  {
    what: 'a read that was interrupted begins again from its start',
    file: 'infra/adapters/src/event-log/read-log.ts',
    find: 'after = wanted.at(-1)?.position ?? after;',
    replace: 'after = wanted.length > 0 ? after : after;',
    specs: [interrupted],
  },
  {
    what: 'a reader that stops early leaves its call open',
    file: 'infra/adapters/src/event-log/transport/library-reads.ts',
    find: 'void read.cancel().catch(() => undefined);',
    replace: 'read.destroy();',
    specs: [passing],
  },
  {
    what: 'a repeat is sent while the first write is under way',
    file: 'infra/adapters/src/event-log/append-to-log.ts',
    find: 'if (first !== undefined) return first;',
    replace: 'if (first !== undefined) appends.delete(key);',
    specs: [passing],
  },
  {
    what: 'a repeat makes the log look silent',
    file: 'sdk-ingest/src/log-queue.ts',
    find: 'const repeats = sent.has(command);',
    replace: "const repeats = sent.has(command) && command === '';",
    specs: ['sdk-ingest/src/log-queue.int.spec.ts'],
  },
  {
    what: 'a position at which no event begins is a fault',
    file: 'infra/adapters/src/event-log/open-event-log.ts',
    find: 'if (saysNoEvent(error)) return undefined;',
    replace: 'if (saysNoEvent(error)) throw error;',
    specs: [passing, 'infra/adapters/src/event-log/folds/fold-snapshot.int.spec.ts'],
  },
  {
    what: 'readiness only reads',
    file: 'sdk-ingest/src/routes/health.route.ts',
    find: 'context.log.probeAppend()',
    replace: 'context.log.lastPosition()',
    specs: ['sdk-ingest/src/routes/health.int.spec.ts'],
  },
  {
    what: 'a silent log keeps readiness from answering',
    file: 'api/src/monitoring/queries/readiness.ts',
    find: 'Math.max(0, until - performance.now())',
    replace: 'Math.max(600_000, until - performance.now())',
    specs: ['api/src/monitoring/queries/readiness.int.spec.ts'],
  },
  {
    what: 'a table of a cluster is made on one node alone',
    file: 'projections/schema/0014_charge_v1.sql',
    find: '{database}.charge_v1 {cluster}',
    replace: '{database}.charge_v1',
    specs: ['projections/src/tables/replicated-tables.int.spec.ts'],
  },
  {
    what: 'tables of a cluster are exchanged on one node alone',
    file: 'projections/src/writing/filling/rebuild-tables.queries.ts',
    find: '{rebuilt:Identifier}.{table:Identifier} {cluster}',
    replace: '{rebuilt:Identifier}.{table:Identifier}',
    specs: ['projections/src/tables/replicated-tables.int.spec.ts'],
  },
  {
    what: 'a checkpoint is acknowledged by one replica before the rows are on others',
    file: 'infra/adapters/src/clickhouse/client.ts',
    find: '...(cluster === undefined ? {} : clusterSettings)',
    replace: '...(cluster === undefined ? {} : {})',
    specs: ['infra/adapters/src/clickhouse/cluster.int.spec.ts'],
  },
];
