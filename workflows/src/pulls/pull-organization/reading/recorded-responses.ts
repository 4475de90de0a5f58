/**
 * Answers of the service that are in the log, by what was asked. Each is bound to what the log says: it counts as recorded only as long
 * as the log still holds what it held then, so that the same answer is compared again after something else changed there.
 */
export interface RecordedResponses {
  /**
   * @param location The part of the log that the answer, or a part of it, was recorded in.
   * @param held What the log holds there now, the very same value as long as nothing changed.
   */
  isRecorded(source: string, response: readonly unknown[], location: string, held: unknown): boolean;
  /** Of each source the last answer is remembered. */
  record(source: string, response: readonly unknown[], location: string, held: unknown): void;
  forget(source: string): void;
}

interface Recorded {
  readonly response: readonly unknown[];
  readonly locations: Map<string, unknown>;
}

export function createRecordedResponses(): RecordedResponses {
  const recorded = new Map<string, Recorded>();
  return {
    isRecorded: (source, response, location, held) => {
      const existing = recorded.get(source);
      return (
        existing?.response === response && existing.locations.has(location) && existing.locations.get(location) === held
      );
    },
    record: (source, response, location, held) => {
      const existing = recorded.get(source);
      if (existing?.response === response) existing.locations.set(location, held);
      else recorded.set(source, { response, locations: new Map([[location, held]]) });
    },
    forget: (source) => {
      recorded.delete(source);
    },
  };
}
