/** Streams of change sets; their names begin with it. */
export const changeSetStreamPrefix = 'changeSet-';
/** Stream of one change set. The outcomes of its rows are with the change it was applied as. */
export const changeSetStream = (changeSetId: string): string => `${changeSetStreamPrefix}${changeSetId}`;
