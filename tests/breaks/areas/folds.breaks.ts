import type { Break } from '../break.ts';

const snapshots = 'infra/adapters/src/event-log/folds/fold-snapshot.int.spec.ts';
const resumed = 'workflows/src/users/resume-deliveries/resume-queue.int.spec.ts';

/** What processes fold from the log, and where they begin. */
export const foldsBreaks: readonly Break[] = [
  {
    what: 'a stop writes no snapshot',
    file: 'infra/adapters/src/event-log/folds/fold-follower.ts',
    find: 'const isLast = signal.aborted;',
    replace: 'const isLast = signal.aborted;\n    if (isLast) return;',
    specs: [snapshots],
  },
  {
    what: 'a snapshot is marked by an event that the log may drop',
    file: 'infra/adapters/src/event-log/open-event-log.ts',
    find: 'return stored === undefined || isFollowed(stored.type) ? stored : newestBefore(transport, position);',
    replace: 'return stored;',
    specs: [snapshots],
  },
  {
    what: 'a snapshot of another version of its fold is used',
    file: 'infra/adapters/src/event-log/folds/fold-snapshot.ts',
    find: 'if (saved.version !== String(options.version)) return undefined;',
    replace: '',
    specs: [snapshots],
  },
  {
    what: 'a fold makes something else of the same events under the same version',
    file: 'domain/src/accounts/directory/directory.ts',
    find: "if (event.type === 'TeamClosed') forgetApplications(directory, event.data.team_id);",
    replace: '',
    specs: ['tests/replay/fold-versions.unit.spec.ts'],
  },
  {
    what: 'the index by categories leaves out streams without a hyphen',
    file: 'infra/engines/eventstore/src/categories/category-block.ts',
    find: 'if (category === OTHER) return true;',
    replace: 'if (category === OTHER) return false;',
    specs: ['infra/engines/eventstore/src/categories/category-index.int.spec.ts'],
  },
  {
    what: 'a filtered subscription begins amid a block and leaves out its rest',
    file: 'infra/engines/eventstore/src/categories/category-index.ts',
    find: 'if (block !== this.#block) this.#open(block);',
    replace: 'if (block > this.#block + 1) this.#open(block);',
    specs: ['infra/engines/eventstore/src/categories/category-index.int.spec.ts'],
  },
  {
    what: 'a fold of deliveries that began late does not know what was before',
    file: 'workflows/src/users/resume-deliveries/resume-queue.ts',
    find: 'if (work.state.queues.get(endpointId)?.whole ?? work.state.whole) return;',
    replace: 'if (work !== undefined) return;',
    specs: [resumed],
  },
  {
    what: 'a fold of deliveries begins after what still waits',
    file: 'domain/src/applications/webhook/delivery-work.ts',
    find: 'if (settled === null || after < settled) settled = after;',
    replace: '',
    specs: ['domain/src/applications/webhook/delivery-work.unit.spec.ts', resumed],
  },
  {
    what: 'a key is refused whose application another process has just created',
    file: 'sdk-ingest/src/ingest-context.ts',
    find: '    await context.catchUp(apiKey);\n',
    replace: '',
    specs: ['sdk-ingest/src/applications/application-catch-up.int.spec.ts'],
  },
];
