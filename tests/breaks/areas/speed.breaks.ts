import type { Break } from '../break.ts';

/** The fast paths: answered still means durable, answers go to who asked, and nothing that is remembered outlives a change. */
export const speedBreaks: readonly Break[] = [
  {
    what: 'an append is answered before it is on disk',
    file: 'infra/engines/eventstore/src/store/log-writer.ts',
    find: 'await this.#tables.commit(group.records, moved);',
    replace: 'void this.#tables.commit(group.records, moved).catch(() => undefined);',
    specs: ['tests/faults/kill-log.faults.spec.ts'],
  },
  {
    what: 'answers of the log are given out in the order they come',
    file: 'infra/adapters/src/event-log/grpc/append-stream.ts',
    find: 'correlation === undefined ? undefined : this.#pending.get(correlation);',
    replace: 'correlation === undefined ? undefined : [...this.#pending.values()][0];',
    specs: ['infra/adapters/src/event-log/grpc/append-stream.int.spec.ts'],
  },
  {
    what: 'an insert that is repeated has another token',
    file: 'projections/src/writing/runner/write-batch.ts',
    find: 'const { poison, streams } = await writeRows(context, prepared, token);',
    replace: 'const { poison, streams } = await writeRows(context, prepared, token + performance.now());',
    specs: ['projections/src/writing/runner/follow-tables.int.spec.ts'],
  },
  {
    what: 'a batch that is announced waits for the next regular look at the tables',
    file: 'api/src/realtime/positions/table-clock.ts',
    find: 'followBatchNotices(batchNoticesUrl, signal, readNow)',
    replace: 'followBatchNotices(batchNoticesUrl, signal, () => undefined)',
    specs: ['api/src/realtime/positions/table-clock.int.spec.ts'],
  },
  {
    what: 'sales stay where they were when the attribution of their install changes',
    file: 'projections/src/writing/cohort/cohort.projection.ts',
    find: 'for (const subject of await readTransactionsOfInstalls(client, keys)) all.add(subject);',
    replace: 'await readTransactionsOfInstalls(client, keys);',
    specs: ['projections/src/writing/cohort/cohort.int.spec.ts'],
  },
  {
    what: 'sales also stay where they were when they turn out to be of another install',
    file: 'projections/src/writing/cohort/former-places.ts',
    find: '!mayMove(facts) ? [] : possibleLaunches(facts, installs);',
    replace: '!mayMove(facts) ? [] : [] as string[];',
    specs: ['projections/src/writing/cohort/cohort.int.spec.ts'],
  },
  {
    what: 'what the ad service showed is remembered beyond its change',
    file: 'projections/src/reading/reports/facts/ads-side.ts',
    find: 'state.adsPosition,\n    rates.position,',
    replace: 'rates.position,',
    specs: ['projections/src/reading/reports/facts/remembered-facts.int.spec.ts'],
  },
  {
    what: 'what users bought is remembered although their attribution has come',
    file: 'projections/src/reading/reports/state/report-state.queries.ts',
    find: 'salesPosition: reached(soldAt > storePosition ? soldAt : storePosition)',
    replace: 'salesPosition: reached(soldAt > 0n ? storePosition : storePosition)',
    specs: ['projections/src/reading/reports/facts/remembered-facts.int.spec.ts'],
  },
  {
    what: 'a page that comes back is not sent what changed just after it left',
    file: 'api/src/realtime/watches/row-ledger.ts',
    find: 'filter(({ changedAt }) => changedAt > since)',
    replace: 'filter(({ changedAt }) => changedAt > since + 1n)',
    specs: ['api/src/realtime/watches/row-ledger.unit.spec.ts'],
  },
  {
    what: 'questions of large reports do not name the team that they are asked for',
    file: 'api/src/reports/queries/big-reports/big-report.thread.ts',
    find: 'tagQueries(queryTags, () => readReport(deps, scope, parameters))',
    replace: 'tagQueries(undefined, () => readReport(deps, scope, parameters))',
    specs: ['api/src/http/query-tags.int.spec.ts'],
  },
  {
    what: 'what is pushed at the position of the page is dropped',
    file: 'web/src/shared/report/model/rows/row-store.ts',
    find: 'BigInt(update.position) < BigInt(position)',
    replace: 'BigInt(update.position) <= BigInt(position)',
    specs: ['tests/contexts/live/pushed-rows.unit.spec.ts'],
  },
  {
    what: 'a page keeps rows that a snapshot lacks',
    file: 'web/src/shared/report/model/rows/row-store.ts',
    find: 'if (snapshot !== true) return removed;',
    replace: 'if (snapshot !== true || changed.length > 0) return removed;',
    specs: ['tests/contexts/live/pushed-rows.unit.spec.ts'],
  },
];
