import type { ProposedEvent } from './event-record.ts';
import type { ExpectedVersion } from './expected-version.ts';

interface AddressedWrite {
  readonly streamName: string;
  readonly expected: ExpectedVersion;
}

/** A change that a client asks for. */
export type WriteCommand =
  | (AddressedWrite & {
      readonly kind: 'append';
      readonly events: readonly ProposedEvent[];
      /** Milliseconds since the epoch after which the caller no longer waits; the write is then not begun. */
      readonly deadlineMs?: number;
      /** Ids written earlier are not looked up where no exact revision is expected. */
      readonly forgetsIds?: boolean;
    })
  | (AddressedWrite & { readonly kind: 'delete' })
  | (AddressedWrite & { readonly kind: 'tombstone' });

/** The outcome of a command. `written` is reported only after the change is on disk. */
export type WriteOutcome =
  | {
      readonly kind: 'written';
      /** Revision of the last event, undefined when the stream is empty. */
      readonly revision: number | undefined;
      /** Position of the last event, undefined when nothing was written. */
      readonly position: number | undefined;
    }
  | { readonly kind: 'wrong-expected-version'; readonly current: number }
  | { readonly kind: 'stream-deleted' }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'failed'; readonly error: Error };
