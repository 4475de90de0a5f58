/** Runs that are remembered, of each rule and organization; older ones are in the log. */
export const runsKept = 1000;
