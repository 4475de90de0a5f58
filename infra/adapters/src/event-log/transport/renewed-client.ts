import { setTimeout as pause } from 'node:timers/promises';
import { type EventStoreDBClient as Client, EventStoreDBClient } from '@eventstore/db-client';
import { asLogFault, isRetryableLogFault } from '../log-fault.ts';

/** Longest wait for the streams of a client that is left to end. */
const closeMs = 1000;

/**
 * The client library's client, in place of which a new one is used after a passing fault: a client whose discovery failed once keeps the
 * failed answer to what the server supports, and none of its appends ever succeeds again.
 */
export class RenewedClient {
  readonly #url: string;
  #client: Client;
  #used = false;
  #readings = new Set<() => void>();

  /** @throws the client library's error for a connection string that is wrong. */
  constructor(url: string) {
    this.#url = url;
    this.#client = EventStoreDBClient.connectionString(url);
  }

  current(): Client {
    this.#used = true;
    return this.#client;
  }

  /**
   * Notifies a reading when its client is left: the client itself ends it without a word.
   * @returns what ends that.
   */
  onLeave(listener: () => void): () => void {
    const readings = this.#readings;
    readings.add(listener);
    return () => readings.delete(listener);
  }

  /** The fault of a call of a client, as the log's; one that passes has the next call made with another client. */
  fault(client: Client, error: unknown): unknown {
    const fault = asLogFault(error);
    if (isRetryableLogFault(fault) && client === this.#client) {
      const readings = this.#readings;
      this.#readings = new Set();
      this.#client = EventStoreDBClient.connectionString(this.#url);
      void leave(client);
      for (const notify of readings) notify();
    }
    return fault;
  }

  async close(): Promise<void> {
    if (this.#used) await leave(this.#client);
  }
}

/** Ends what a client has under way and closes its connection. */
async function leave(client: Client): Promise<void> {
  // The client waits for streams that were cut off and will never end; leaving must not wait for them.
  await Promise.race([client.dispose(), pause(closeMs, undefined, { ref: false })]);
  const channel = (client as unknown as { getChannel(): Promise<{ close(): void }> }).getChannel();
  const opened = await Promise.race([channel.catch(() => undefined), pause(closeMs, undefined, { ref: false })]);
  opened?.close();
}
