import type { EventToAppend, LogTransport } from '../transport/log-transport.ts';

/** Events of one stream that follow one another. */
export interface OrderedAppend {
  readonly stream: string;
  /** Of the first event. */
  readonly revision: bigint;
  readonly events: readonly EventToAppend[];
  /** Is called when they are on disk, in the order of the appends. @param position of the last event. */
  readonly onAppended?: ((position: bigint) => void) | undefined;
}

const mostUnderWay = 512;
const mostCharactersUnderWay = 8_000_000;
/** Larger appends may be cut into pieces on their way, so nothing else is under way then. */
const largestAmongOthers = 1_000_000;

/**
 * Appends one after another without waiting for each to be on disk. The log takes them in the order in which they are sent; that it did is
 * checked with every answer.
 */
export class OrderedAppends {
  readonly #transport: LogTransport;
  #last: Promise<void> = Promise.resolve();
  #lastPosition = 0n;
  #underWay = 0;
  #characters = 0;
  #failure: { readonly error: unknown } | undefined;
  #isConnected = false;
  #room: () => void = () => undefined;

  constructor(transport: LogTransport) {
    this.#transport = transport;
  }

  /**
   * Resolves when there is room for further appends.
   * @throws the error of this or an earlier append: what followed it may be in the log or not.
   */
  async append(append: OrderedAppend): Promise<void> {
    const characters = append.events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
    // The first one also finds out how to speak with the log.
    const isAlone = !this.#isConnected || characters > largestAmongOthers;
    this.#isConnected = true;
    if (isAlone) await this.drain();
    this.#send(append, characters);
    if (isAlone) await this.drain();
    while (
      this.#failure === undefined &&
      (this.#underWay >= mostUnderWay || this.#characters >= mostCharactersUnderWay)
    )
      await new Promise<void>((resolve) => {
        this.#room = resolve;
      });
    this.#throwFailure();
  }

  /** Resolves when everything is on disk. @throws the error of an append. */
  async drain(): Promise<void> {
    await this.#last;
    this.#throwFailure();
  }

  #send(append: OrderedAppend, characters: number): void {
    const { stream, revision, events } = append;
    this.#underWay += 1;
    this.#characters += characters;
    const answer = this.#transport.append(stream, revision === 0n ? 'no_stream' : revision - 1n, events);
    const before = this.#last;
    this.#last = (async () => {
      try {
        const [{ position }] = await Promise.all([answer, before]);
        if (this.#failure !== undefined) return;
        if (position <= this.#lastPosition) throw new Error('The log has not kept the order of what was appended');
        this.#lastPosition = position;
        append.onAppended?.(position);
      } catch (error) {
        this.#failure ??= { error };
      } finally {
        this.#underWay -= 1;
        this.#characters -= characters;
        this.#room();
      }
    })();
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
