import type { GrpcCall } from '../grpc/grpc-call.ts';
import type { CommitNotifier } from '../store/commit-notifier.ts';

/** Lets a subscription sleep until its stream, or the log, was written to, or its call is over. */
export class CommitWaiter {
  #signalled = false;
  #wake: (() => void) | undefined;

  constructor(notifier: CommitNotifier, streamName: string, call: GrpcCall) {
    const signal = () => {
      this.#signalled = true;
      this.#wake?.();
    };
    const stop = notifier.listen(streamName, signal);
    call.onClose(() => {
      stop();
      signal();
    });
  }

  /** Resolves at once when something was committed since the last call. */
  async next(): Promise<void> {
    if (!this.#signalled) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    this.#signalled = false;
  }
}
