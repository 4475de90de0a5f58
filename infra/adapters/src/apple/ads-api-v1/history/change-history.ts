import type { HistoryActorKind, HistoryEntry } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import type { SearchAdsCall, SearchAdsTransport } from '../../ad-service/calls/transport.ts';
import {
  type ChangeHistory,
  type HistoryQuestion,
  type HistoryScope,
  objectsInQuestion,
} from '../../ad-service/history/change-history.ts';
import type { ListReader } from '../../ad-service/lists/list-reader.ts';
import { openEnvelope } from '../lists/envelope.ts';
import { settingsOf } from './history-settings.ts';
import { type AuditSummaryWire, auditSummaryWire, changedFields, userOf } from './schemas.ts';

const path = '/change-history/query';
const operation = `POST ${path}`;
const pageSize = 200;
const dayMs = 86_400_000;
/** The service remembers six months; the shortest six have 181 days. */
const reachMs = 180 * dayMs;
const usersHeld = 1000;
const userHoldMs = 3_600_000;

const entityTypes = { campaign: 'Campaign', ad_group: 'AdGroup', keyword: 'Keyword' } as const;
const actorKinds: Readonly<Record<string, HistoryActorKind>> = {
  CUSTOMER: 'person',
  CUSTOMER_API: 'api',
  APPLE_SUPPORT: 'apple',
};
const entryKinds: Readonly<Record<string, HistoryEntry['kind']>> = {
  CREATE: 'created',
  UPDATE: 'updated',
  DELETE: 'deleted',
};

const nothing = { items: [], problems: [], unread: new Map() };

/** Who changed what, by the record of the service; version 1 alone has it. */
export function createChangeHistory(
  transport: SearchAdsTransport,
  lists: ListReader,
  now: () => number,
): ChangeHistory {
  const users = new LRUCache<number, { readonly user: string | null }>({ max: usersHeld, ttl: userHoldMs });
  const ask = <Result>({ orgId, priority, signal }: HistoryScope, at: string, read: (result: unknown) => Result) => {
    const name = `GET ${at.replace(/\/[^/]*\d[^/]*$/, '/{id}')}`;
    const call: SearchAdsCall = { operation: name, method: 'GET', path: at, orgId, ...turn({ priority, signal }) };
    return transport.call(call, (body) => read(openEnvelope(name, body).data));
  };
  return {
    entries: async (question) => {
      const from = Math.max(question.from, now() - reachMs);
      if (question.ids.length === 0 || question.to < from) return nothing;
      if (question.ids.length > objectsInQuestion) throw new RangeError(`${question.ids.length} objects are too many`);
      return lists.list((offset) => queryCall({ ...question, from }, offset), pageSize, {
        schema: auditSummaryWire,
        keyOf: () => null,
        translate: (wire) => entriesOf(wire, question),
        dependsOn: question.ids.join(),
      });
    },
    settings: (scope, entry) =>
      ask(scope, `/change-history/${encodeURIComponent(entry.detailId)}`, (result) =>
        settingsOf(entry, changedFields(result)),
      ),
    ownUser: async (scope) => {
      const held = users.get(scope.orgId);
      if (held !== undefined) return held.user;
      const user = await ask(scope, '/me', userOf);
      users.set(scope.orgId, { user });
      return user;
    },
  };
}

const turn = ({ priority, signal }: Pick<HistoryScope, 'priority' | 'signal'>) => ({
  ...(priority === undefined ? {} : { priority }),
  ...(signal === undefined ? {} : { signal }),
});

/** One kind of object in each question: the service answers others with an error, whatever its documentation says. */
const queryCall = ({ orgId, level, ids, from, to, ...how }: HistoryQuestion, offset: number): SearchAdsCall => ({
  operation,
  method: 'POST',
  path,
  orgId,
  body: {
    filters: [
      { field: 'eventTime', operator: 'BETWEEN', value: [new Date(from).toISOString(), new Date(to).toISOString()] },
      { field: 'entityType', operator: 'IN', value: [entityTypes[level]] },
      { field: 'entityId', operator: 'IN', value: ids.map(String) },
    ],
    pagination: { offset, pageSize },
    // Text, unlike everywhere else; without the metadata nothing says which objects a row is about.
    options: { needTotals: 'true', metadata: 'latest' },
  },
  ...turn(how),
});

/** The entries of a summary that are about objects of the question; what is of an unknown kind is none. */
function entriesOf(wire: AuditSummaryWire, { level, ids }: HistoryQuestion): HistoryEntry[] {
  const { eventTime: at, modifiedBy, metas } = wire;
  const by = actorKinds[wire.userType];
  const kind = entryKinds[wire.eventType];
  if (by === undefined || kind === undefined || wire.entityType !== entityTypes[level]) return [];
  const wanted = new Set(ids);
  return (metas ?? []).flatMap((meta) => {
    const detailId = typeof meta.detailId === 'string' ? meta.detailId : '';
    // Older answers named the object in its detail's id alone.
    const objectId = Number(meta[entityTypes[level]] ?? detailId.split('.')[1]);
    if (detailId === '' || !wanted.has(objectId)) return [];
    return [{ level, objectId, kind, at, by, user: modifiedBy || null, detailId }];
  });
}
