import { randomUUID } from 'node:crypto';

/** What came back for a post. */
export interface Reply {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter?: string;
  readonly body: unknown;
}

export interface Purchase {
  readonly transaction_id: string;
  readonly original_transaction_id: string;
  readonly product_id: string;
  readonly purchased_at: string;
  readonly signed_transaction?: string | undefined;
}

/** What surrounds a phone. Whatever it does may end the app, by an error. */
export interface PhoneWorld {
  /** By the phone's clock, in seconds since 1970. */
  now(): number;
  wait(seconds: number): void;
  random(): number;
  token(): string | 'unavailable' | 'failed';
  /** @returns `undefined` where nothing came back. */
  send(path: string, body: object): Promise<Reply | undefined>;
  /** The app is called with its attribution. */
  call(attribution: unknown): void;
  readonly disk: { content?: string };
}

/** What is kept in the phone's file. */
interface PhoneState {
  readonly installId: string;
  readonly firstLaunchAt: string;
  tokenFailedSince?: number | undefined;
  isKnown?: boolean;
  isAnswered?: boolean;
  attribution?: unknown;
  isDelivered?: boolean;
  installNotBefore?: number;
  purchasesNotBefore?: number;
  queue: Purchase[];
  sent: string[];
}

type Outcome =
  | { readonly kind: 'done'; readonly attribution: unknown }
  | { readonly kind: 'pending' | 'again'; readonly advice: number | undefined }
  | { readonly kind: 'refused'; readonly status: number };

const day = 86_400;
const mostPosts = 5;

/** What a reply counts as: only an object that says "ok" is an answer. */
export function outcomeOf(reply: Reply | undefined): Outcome {
  if (reply === undefined) return { kind: 'again', advice: undefined };
  const { status } = reply;
  const body = (typeof reply.body === 'object' ? reply.body : null) as Record<string, unknown> | null;
  const advice =
    sensible(body?.retry_after) ?? sensible(/^\d+$/.test(reply.retryAfter ?? '') ? Number(reply.retryAfter) : '');
  if (status === 200 && body?.status === 'ok') return { kind: 'done', attribution: body.attribution ?? null };
  if (status === 202 && body?.status === 'pending') return { kind: 'pending', advice };
  const isPassing = [408, 425, 429].includes(status);
  if (status >= 400 && status < 500 && !isPassing) return { kind: 'refused', status };
  return { kind: 'again', advice };
}

const sensible = (advice: unknown): number | undefined =>
  typeof advice === 'number' && Number.isFinite(advice) && advice >= 0 ? advice : undefined;

/** The rules of the SDK as one launch of an app: what is kept, when it posts, what it makes of replies. */
export class PhoneModel {
  readonly #world: PhoneWorld;
  readonly #state: PhoneState;

  constructor(world: PhoneWorld) {
    this.#world = world;
    const made = { installId: randomUUID(), firstLaunchAt: this.#instant(), queue: [], sent: [] };
    this.#state = world.disk.content === undefined ? made : (JSON.parse(world.disk.content) as PhoneState);
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
      const isThere = queue.some(({ transaction_id }) => transaction_id === purchase.transaction_id);
      if (!isThere && !sent.includes(purchase.transaction_id)) queue.push(purchase);
    }
    this.#save();
  }

  /** The app becomes active. */
  async activate(): Promise<void> {
    this.#deliver();
    await this.#reportInstall();
    if (this.#state.isKnown) await this.#sendPurchases();
  }

  async #reportInstall(): Promise<void> {
    if (this.#state.isAnswered || this.#isHeld(this.#state.installNotBefore)) return;
    for (let posts = 1; ; posts += 1) {
      const token = this.#token();
      if (token === 'later') return;
      const { installId: install_id, firstLaunchAt: first_launch_at } = this.#state;
      const body = { install_id, first_launch_at, sent_at: this.#instant(), attribution_token: token, build: 'store' };
      const outcome = outcomeOf(await this.#world.send('attribution', { ...body, sdk_version: '1.4.0' }));
      if (outcome.kind === 'done') return this.#answered(outcome.attribution);
      if (outcome.kind === 'pending') this.#change({ isKnown: true });
      const seconds = this.#waitOrHold(outcome, posts);
      if (seconds.hold !== undefined) this.#change({ installNotBefore: this.#world.now() + seconds.hold });
      if (seconds.wait === undefined) return;
      this.#world.wait(seconds.wait);
    }
  }

  #answered(attribution: unknown): void {
    this.#change({ isKnown: true, isAnswered: true, attribution });
    this.#deliver();
  }

  /** Noted before the app is called. */
  #deliver(): void {
    if (!this.#state.isAnswered || this.#state.isDelivered) return;
    this.#change({ isDelivered: true });
    this.#world.call(this.#state.attribution);
  }

  #token(): string | null | 'later' {
    for (const seconds of [2, 6, 15, undefined]) {
      const token = this.#world.token();
      if (token !== 'failed') this.#change({ tokenFailedSince: undefined });
      if (token === 'unavailable') return null;
      if (token !== 'failed') return token;
      const now = this.#world.now();
      const since = Math.min(this.#state.tokenFailedSince ?? now, now);
      this.#change({ tokenFailedSince: since });
      if (seconds !== undefined) this.#world.wait(seconds);
      else if (now - since >= 3 * day) return null;
    }
    return 'later';
  }

  async #sendPurchases(): Promise<void> {
    if (this.#isHeld(this.#state.purchasesNotBefore)) return;
    let most = 50;
    for (let posts = 1; this.#state.queue.length > 0; ) {
      const batch = this.#batch(most);
      const [oldest] = batch;
      const outcome = outcomeOf(
        await this.#world.send('transactions', { install_id: this.#state.installId, transactions: batch }),
      );
      if (outcome.kind === 'done') {
        this.#forget(batch);
        posts = 1;
      } else if (outcome.kind === 'refused' && [400, 413, 422].includes(outcome.status) && oldest !== undefined) {
        most = batch.length > 1 ? Math.floor(batch.length / 2) : this.#simplify(oldest, most);
        posts = 1;
      } else {
        const seconds = this.#waitOrHold(outcome, posts);
        if (seconds.hold !== undefined) this.#change({ purchasesNotBefore: this.#world.now() + seconds.hold });
        if (seconds.wait === undefined) return;
        this.#world.wait(seconds.wait);
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

  #waitOrHold(outcome: Exclude<Outcome, { kind: 'done' }>, posts: number): { hold?: number; wait?: number } {
    if (outcome.kind === 'refused') return { hold: outcome.status === 401 ? 3600 : day };
    const { advice } = outcome;
    if (advice !== undefined && advice > 60) return { hold: Math.min(advice, day) };
    if (posts >= mostPosts) return {};
    return { wait: advice === undefined ? 2 ** posts * (0.8 + 0.4 * this.#world.random()) : Math.max(1, advice) };
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
