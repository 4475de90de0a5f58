import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeMessage, fieldSize, ProtoWriter, varintSize } from '../../../../wire/index.ts';
import type { GrpcCall } from '../grpc/grpc-call.ts';
import { ID_FIELD_BYTES, type StoredRecord } from '../store/event-record.ts';
import { encodeStructuredUuid } from '../wire/uuid.ts';

/** Frames gathered before they are handed to the connection. */
const CHUNK_BYTES = 128 * 1024;

/** Room that is kept from chunk to chunk; a chunk with a large event needs more. */
const KEPT_BYTES = 4 * CHUNK_BYTES;

/** Most reads are of a few events. */
const FIRST_CHUNK_BYTES = 2 * 1024;

/** Records looked at before other calls get their turn. */
const RECORDS_PER_TURN = 256;

/** An event to send: itself, and the link it was reached by if there is one. Never both undefined. */
export interface ResolvedEvent {
  readonly event: StoredRecord | undefined;
  readonly link: StoredRecord | undefined;
}

/** The response side of one read: puts messages into frames and frames into few writes, and minds back-pressure. */
export class ReadOutput {
  readonly #call: GrpcCall;
  readonly #structuredIds: boolean;
  readonly #chunk = new ProtoWriter(FIRST_CHUNK_BYTES);
  #sinceTurn = 0;

  constructor(call: GrpcCall, structuredIds: boolean) {
    this.#call = call;
    this.#structuredIds = structuredIds;
  }

  event({ event, link }: ResolvedEvent): void {
    const eventBody = event === undefined ? undefined : this.#recordedEvent(event);
    const linkBody = link === undefined ? undefined : this.#recordedEvent(link);
    const position = (link ?? event)?.position ?? 0;
    const size =
      (eventBody === undefined ? 0 : fieldSize(eventBody.length)) +
      (linkBody === undefined ? 0 : fieldSize(linkBody.length)) +
      1 +
      varintSize(position);
    this.#chunk.frame(fieldSize(size)).open(1, size);
    if (eventBody !== undefined) this.#chunk.bytes(1, eventBody);
    if (linkBody !== undefined) this.#chunk.bytes(2, linkBody);
    this.#chunk.uint(3, position);
  }

  confirmation(subscriptionId: string): void {
    this.#message((writer) => writer.message(2, (confirmation) => confirmation.string(1, subscriptionId)));
  }

  checkpoint(position: number): void {
    this.#message((writer) => writer.message(3, (pair) => pair.uint(1, position).uint(2, position)));
  }

  streamNotFound(streamName: string): void {
    this.#message((writer) => {
      writer.message(4, (notFound) => notFound.message(1, (stream) => stream.string(3, streamName)));
    });
  }

  caughtUp(): void {
    this.#message((writer) => writer.empty(8));
  }

  /** Call after each record looked at; now and then it sends what is there and lets other calls run. */
  paced(): Promise<void> | undefined {
    this.#sinceTurn += 1;
    if (this.#sinceTurn < RECORDS_PER_TURN && this.#chunk.length < CHUNK_BYTES) return undefined;
    return this.#pause();
  }

  /** Sends what is there and waits until the client has room for more. */
  async flush(): Promise<void> {
    if (this.#chunk.length === 0) return;
    // A buffer for each chunk would be most of what the node allocates: the collector counts bytes outside its heap as pressure.
    await this.#call.sendAndDrain(this.#chunk.flush(KEPT_BYTES));
  }

  async #pause(): Promise<void> {
    this.#sinceTurn = 0;
    if (this.#chunk.length >= CHUNK_BYTES / 2) await this.flush();
    await nextTurn();
  }

  #message(build: (writer: ProtoWriter) => void): void {
    const message = encodeMessage(build);
    this.#chunk.frame(message.length).raw(message);
  }

  #recordedEvent(record: StoredRecord): Buffer {
    const stored = record.recordedEvent;
    if (!this.#structuredIds) return stored;
    return encodeMessage((writer) => {
      writer.bytes(1, encodeStructuredUuid(record.id)).raw(stored.subarray(ID_FIELD_BYTES));
    });
  }
}
