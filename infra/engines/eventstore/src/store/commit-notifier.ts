/** Name under which listeners hear of every commit; no stream can have it. */
export const ALL_STREAMS = '$all';

/** Wakes readers that wait for something to be written. */
export class CommitNotifier {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Calls `listener` after each commit that touches the stream. Returns what ends that. */
  listen(streamName: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(streamName) ?? new Set();
    this.#listeners.set(streamName, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(streamName) === listeners) this.#listeners.delete(streamName);
    };
  }

  notify(streamNames: Iterable<string>): void {
    for (const streamName of [ALL_STREAMS, ...streamNames]) {
      for (const listener of [...(this.#listeners.get(streamName) ?? [])]) listener();
    }
  }
}
