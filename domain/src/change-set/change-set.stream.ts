/** Stream of one change set. What became of its rows is with the change it was applied as. */
export const changeSetStream = (changeSetId: string): string => `changeSet-${changeSetId}`;
