import { followMessage } from '@tapwise/domain';
import type { RemoteKeyword } from '../../ad-service/writes/remote.ts';
import { remoteKeyword } from '../../ad-service/writes/remote-objects.ts';
import type { KeywordChange, SettingsWrites } from '../../ad-service/writes/settings-writes.ts';
import { requireRows } from '../../ad-service/writes/write-call.ts';
import type { RowEnd, WriteEnd, WriteScope } from '../../ad-service/writes/write-end.ts';
import { keywordWire } from '../schemas.ts';
import { type Body, bulkBody, isAs, isAsAmount, money } from './bodies.ts';
import { deleteRows } from './delete-rows.ts';
import type { WriteContext } from './write-context.ts';
import { endOfRows } from './write-frame.ts';

/**
 * Rows in one bulk call. The most that the service takes is not published; too many refuse the call as a whole, and nothing is done.
 */
export const mostRows = 100;

export function createKeywordWrites(context: WriteContext): Pick<SettingsWrites, 'updateKeywords' | 'deleteKeywords'> {
  return {
    updateKeywords: async (scope, _campaignId, _adGroupId, changes) => {
      requireRows(changes.length, mostRows);
      // The service takes no bid back: such a row is refused here, and never sent as `null`.
      const sent = changes.filter(({ bid }) => bid !== null);
      const end = sent.length === 0 ? noRows : await sendChanges(context, scope, sent);
      if (end.kind !== 'done' || sent.length === changes.length) return end;
      const ends = [...end.value];
      const refused: RowEnd<RemoteKeyword> = { kind: 'refused', message: followMessage, code: '' };
      return { kind: 'done', value: changes.map(({ bid }) => (bid === null ? refused : (ends.shift() ?? refused))) };
    },
    deleteKeywords: async (scope, _campaignId, _adGroupId, ids) => {
      requireRows(ids.length, mostRows);
      return deleteRows(context, scope, 'keywords', ids);
    },
  };
}

const noRows = { kind: 'done', value: [] } as const;

function sendChanges(
  { call }: WriteContext,
  scope: WriteScope,
  changes: readonly KeywordChange[],
): Promise<WriteEnd<readonly RowEnd<RemoteKeyword>[]>> {
  const body = bulkBody(changes.map((change) => changeBody(scope, change)));
  return call(scope, { method: 'POST', path: '/keywords/bulk-update', body }, (response) =>
    endOfRows(response, {
      schema: keywordWire,
      translate: remoteKeyword,
      rows: changes.length,
      isAsAsked: ({ id, status, bid }, index) => {
        const change = changes[index];
        return change?.id === id && isAs(change.status, status) && isAsAmount(change.bid, bid);
      },
    }),
  );
}

function changeBody(scope: WriteScope, { id, status, bid }: KeywordChange): Body {
  return {
    id,
    ...(status === undefined ? {} : { status }),
    ...(bid === undefined || bid === null ? {} : { bid: money(scope, bid) }),
  };
}
