/**
 * Answers of the service that are in the log, by what was asked. Each is bound to what the log says: it counts as recorded only as long
 * as the log still holds what it held then, so that the same answer is compared again after something else changed there.
 */
export interface RecordedAnswers {
  /**
   * @param place The part of the log that the answer, or a part of it, was recorded in.
   * @param held What the log holds there now, the very same value as long as nothing changed.
   */
  isRecorded(source: string, answer: readonly unknown[], place: string, held: unknown): boolean;
  /** Of each source the last answer is remembered. */
  record(source: string, answer: readonly unknown[], place: string, held: unknown): void;
  forget(source: string): void;
}

interface Recorded {
  readonly answer: readonly unknown[];
  readonly places: Map<string, unknown>;
}

export function createRecordedAnswers(): RecordedAnswers {
  const recorded = new Map<string, Recorded>();
  return {
    isRecorded: (source, answer, place, held) => {
      const known = recorded.get(source);
      return known?.answer === answer && known.places.has(place) && known.places.get(place) === held;
    },
    record: (source, answer, place, held) => {
      const known = recorded.get(source);
      if (known?.answer === answer) known.places.set(place, held);
      else recorded.set(source, { answer, places: new Map([[place, held]]) });
    },
    forget: (source) => {
      recorded.delete(source);
    },
  };
}
