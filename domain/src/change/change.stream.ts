/** Stream of one change: what was asked for, and how far the writing of it is. Outcomes of its rows are with their campaigns. */
export const changeStream = (changeId: string): string => `change-${changeId}`;
