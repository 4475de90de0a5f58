import { randomUUID } from 'node:crypto';
import { outcomeOf, type Reply, waitOrHold } from './replies.ts';

export interface Purchase {
  readonly transaction_id: string;
  readonly original_transaction_id: string;
  readonly product_id: string;
  readonly purchased_at: string;
  readonly signed_transaction?: string | undefined;
}

/** What Apple says when it is asked for a token. */
export type Token = { readonly text: string } | 'unavailable' | 'failed';

/** What surrounds a phone; instants and waits are in seconds. Whatever it does may end the app, by an error. */
export interface PhoneWorld {
  /** By the phone's clock, since 1970. */
  now(): number;
  wait(seconds: number): Promise<void>;
  random(): number;
  token(): Token;
  /** @returns `undefined` where nothing came back. */
  send(call: 'attribution' | 'transactions', body: object): Promise<Reply | undefined>;
  /** What a report of the install says of SDK, app and device. @param sentAt the phone's clock, ISO 8601 */
  describe(sentAt: string): object;
  /** The app is called with its attribution. */
  callback(attribution: unknown): void;
  readonly disk: { content?: string };
}

/** What is kept in the phone's file. */
export interface PhoneState {
  readonly installId: string;
  /** ISO 8601, by the phone's clock. */
  readonly firstLaunchAt: string;
  tokenFailedSince?: number | undefined;
  /** The service has the install. */
  isReported?: boolean;
  isAnswered?: boolean;
  attribution?: unknown;
  isDelivered?: boolean;
  installNotBefore?: number;
  purchasesNotBefore?: number;
  queue: Purchase[];
  sent: string[];
}

const day = 86_400;

/** One launch of an app with the SDK, by the SDK's rules: what is kept, when it posts, what it makes of replies. */
export class Phone {
  readonly #world: PhoneWorld;
  readonly #state: PhoneState;

  /** @param first what a phone without a file begins with */
  constructor(world: PhoneWorld, first: Partial<PhoneState> = {}) {
    this.#world = world;
    const { content } = world.disk;
    const made = { installId: randomUUID(), firstLaunchAt: this.#instant(), queue: [], sent: [], ...first };
    this.#state = content === undefined ? made : (JSON.parse(content) as PhoneState);
    this.#save();
  }

  get isSettled(): boolean {
    return this.#state.isAnswered === true && this.#state.queue.length === 0;
  }

  get installId(): string {
    return this.#state.installId;
  }

  report(purchases: readonly Purchase[]): void {
    const { queue, sent } = this.#state;
    for (const purchase of purchases) {
      const isQueued = queue.some(({ transaction_id }) => transaction_id === purchase.transaction_id);
      if (!isQueued && !sent.includes(purchase.transaction_id)) queue.push(purchase);
    }
    this.#save();
  }

  /** The app becomes active. */
  async activate(): Promise<void> {
    this.#deliver();
    await this.#reportInstall();
    if (this.#state.isReported) await this.#sendPurchases();
  }

  async #reportInstall(): Promise<void> {
    if (this.#state.isAnswered || this.#isHeld(this.#state.installNotBefore)) return;
    for (let posts = 1; ; posts += 1) {
      const attribution_token = await this.#token();
      if (attribution_token === undefined) return;
      const { installId: install_id, firstLaunchAt: first_launch_at } = this.#state;
      const body = { install_id, first_launch_at, attribution_token, ...this.#world.describe(this.#instant()) };
      const outcome = outcomeOf(await this.#world.send('attribution', body));
      if (outcome.kind === 'done') return this.#answered(outcome.attribution);
      if (outcome.kind === 'pending') this.#change({ isReported: true });
      const { hold, wait } = waitOrHold(outcome, posts, this.#world.random);
      if (hold !== undefined) this.#change({ installNotBefore: this.#world.now() + hold });
      if (wait === undefined) return;
      await this.#world.wait(wait);
    }
  }

  #answered(attribution: unknown): void {
    this.#change({ isReported: true, isAnswered: true, attribution });
    this.#deliver();
  }

  /** Noted before the app is called. */
  #deliver(): void {
    if (!this.#state.isAnswered || this.#state.isDelivered) return;
    this.#change({ isDelivered: true });
    this.#world.callback(this.#state.attribution);
  }

  /** @returns `null` to post without one, `undefined` to post nothing yet. */
  async #token(): Promise<string | null | undefined> {
    for (const seconds of [2, 6, 15, undefined]) {
      const token = this.#world.token();
      if (token !== 'failed') this.#change({ tokenFailedSince: undefined });
      if (token === 'unavailable') return null;
      if (token !== 'failed') return token.text;
      const now = this.#world.now();
      const since = Math.min(this.#state.tokenFailedSince ?? now, now);
      this.#change({ tokenFailedSince: since });
      if (seconds !== undefined) await this.#world.wait(seconds);
      else if (now - since >= 3 * day) return null;
    }
    return undefined;
  }

  async #sendPurchases(): Promise<void> {
    if (this.#isHeld(this.#state.purchasesNotBefore)) return;
    let most = 50;
    for (let posts = 1; this.#state.queue.length > 0; ) {
      const batch = this.#batch(most);
      const [oldest] = batch;
      const body = { install_id: this.#state.installId, transactions: batch };
      const outcome = outcomeOf(await this.#world.send('transactions', body));
      if (outcome.kind === 'done') {
        this.#forget(batch);
        posts = 1;
      } else if (outcome.kind === 'refused' && [400, 413, 422].includes(outcome.status) && oldest !== undefined) {
        most = batch.length > 1 ? Math.floor(batch.length / 2) : this.#simplify(oldest, most);
        posts = 1;
      } else {
        const { hold, wait } = waitOrHold(outcome, posts, this.#world.random);
        if (hold !== undefined) this.#change({ purchasesNotBefore: this.#world.now() + hold });
        if (wait === undefined) return;
        await this.#world.wait(wait);
        posts += 1;
      }
    }
  }

  /** As many as fit into 14 kB. */
  #batch(most: number): Purchase[] {
    const batch = this.#state.queue.slice(0, most);
    while (batch.length > 1 && JSON.stringify(batch).length > 13_800) batch.pop();
    return batch;
  }

  /** One that is refused alone is sent without its signature, then no more. @returns how many are sent next. */
  #simplify(purchase: Purchase, most: number): number {
    if (purchase.signed_transaction === undefined) {
      this.#forget([purchase]);
      return 50;
    }
    const { queue } = this.#state;
    this.#change({
      queue: queue.map((entry) => (entry === purchase ? { ...entry, signed_transaction: undefined } : entry)),
    });
    return most;
  }

  #forget(purchases: readonly Purchase[]): void {
    const ids = purchases.map(({ transaction_id }) => transaction_id);
    const { queue, sent } = this.#state;
    this.#change({
      queue: queue.filter(({ transaction_id }) => !ids.includes(transaction_id)),
      sent: [...sent, ...ids].slice(-1000),
    });
  }

  #isHeld(notBefore = 0): boolean {
    const now = this.#world.now();
    return notBefore > now && notBefore - now < day + 1;
  }

  #instant(): string {
    return new Date(Math.floor(this.#world.now()) * 1000).toISOString();
  }

  #change(changes: Partial<PhoneState>): void {
    Object.assign(this.#state, changes);
    this.#save();
  }

  #save(): void {
    this.#world.disk.content = JSON.stringify(this.#state);
  }
}
