import { bookkeepingEvents } from '@tapwise/domain';

const bookkeepingTypes: ReadonlySet<string> = new Set(bookkeepingEvents.map(({ type }) => type));

/** Types of events that a follower of the whole log gets, as a regular expression: neither the log's own nor what processes share. */
export const followedTypes = `^(?!\\$|(${[...bookkeepingTypes].join('|')})$).+`;

/** The same for one type. */
export const isFollowed = (type: string): boolean => !type.startsWith('$') && !bookkeepingTypes.has(type);
