/** Stream of one change: what was asked for, and its progress. Outcomes of its rows are with their campaigns. */
export const changeStream = (changeId: string): string => `change-${changeId}`;
