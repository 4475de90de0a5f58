type Resumed = Readonly<Record<string, string>>;

/**
 * Units that had been resumed by an instant.
 * @param resumed When each was, by key; ISO 8601.
 * @param asOf Milliseconds.
 */
export const resumedBy = (resumed: Resumed, asOf: number): Resumed =>
  Object.fromEntries(Object.entries(resumed).filter(([, at]) => Date.parse(at) <= asOf));
