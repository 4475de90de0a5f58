import { runsKept } from '@tapwise/domain';

/** Whether so many runs are remembered of a rule that those at the beginning of a range may not be. @param after Milliseconds. */
export const startsLater = (runs: readonly { readonly started_at: string }[], after: number): boolean => {
  const [first] = runs;
  return first !== undefined && runs.length >= runsKept && Date.parse(first.started_at) > after;
};

export const olderRunsText = `Only the newest ${runsKept.toLocaleString('en-US')} runs of a rule are remembered: older ones are not listed.`;
