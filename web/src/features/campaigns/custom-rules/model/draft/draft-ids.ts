/** Names a part of a draft while it is edited; drafts that were kept bring theirs along. */
export const newId = (): string => Math.random().toString(36).slice(2, 12);
