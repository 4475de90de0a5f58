import { DomainError, type Edit, readWish, type SettingValue } from '@tapwise/domain';

export type Wishes = readonly Pick<Edit, 'key' | 'field' | 'wish'>[];
type Ids = readonly (number | string)[];

const switches: ReadonlyMap<string, 'ENABLED' | 'PAUSED'> = new Map([
  ['ENABLED', 'ENABLED'],
  ['ACTIVE', 'ENABLED'],
  ['PAUSED', 'PAUSED'],
]);

/** @throws DomainError `invalid_request` for any other word. */
function readStatus(word: string): 'ENABLED' | 'PAUSED' {
  const status = switches.get(word.toUpperCase());
  if (status === undefined) throw new DomainError('invalid_request', { message: 'Unknown status' });
  return status;
}

/**
 * Edits that switch or delete objects below the given parents.
 * @throws DomainError `invalid_request` for a word that is no status, and for a base of an object that is not among them.
 */
export function statusEdits(
  ids: Ids,
  parents: Ids,
  { status, based_on = {} }: { status: string; based_on?: Readonly<Record<string, string>> | undefined },
): Edit[] {
  const wish = readStatus(status);
  const key = (id: number | string): string => [...parents, id].join(':');
  const based = Object.entries(based_on).map(([id, word]) => ({ key: key(id), value: readStatus(word) }));
  return withBases(
    ids.map((id) => ({ key: key(id), field: 'status' as const, wish })),
    based.map(({ key: of, value }) => ({ key: of, field: 'status' as const, value })),
  );
}

/** Edits that delete objects below the given parents; no word of a request does that. */
export const deletions = (ids: Ids, parents: Ids): Edit[] =>
  ids.map((id) => ({ key: [...parents, id].join(':'), field: 'status', wish: 'DELETED' }));

/**
 * Edits of amounts and switches with what their author had seen.
 * @throws DomainError `invalid_request` for a base that is no amount, or that belongs to no edit.
 */
export function amountEdits(wishes: Wishes, based: Wishes, currency: string): Edit[] {
  const bases = based.map(({ key, field, wish }) => {
    const read = wish === null ? { value: null } : readWish({ key, field, wish }, currency);
    if ('text' in read) throw badBase();
    return { key, field, value: read.value };
  });
  return withBases(wishes, bases);
}

function withBases(
  wishes: Wishes,
  bases: readonly { key: string; field: Edit['field']; value: SettingValue }[],
): Edit[] {
  const baseValues = new Map(bases.map(({ key, field, value }) => [`${key} ${field}`, value]));
  const requested = new Set(wishes.map(({ key, field }) => `${key} ${field}`));
  if ([...baseValues.keys()].some((rowKey) => !requested.has(rowKey))) throw badBase();
  return wishes.map((wish) => {
    const basedOn = baseValues.get(`${wish.key} ${wish.field}`);
    return basedOn === undefined ? wish : { ...wish, basedOn };
  });
}

/** A base that does not belong to the edit. */
export const badBase = (): DomainError =>
  new DomainError('invalid_request', {
    message: 'based_on must mirror the edit, with values as they were shown.',
    details: { field: 'based_on' },
  });
