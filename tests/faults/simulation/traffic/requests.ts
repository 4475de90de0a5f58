import type { World } from '../world.ts';

/** What is asked of the product, counted until it is answered. */
export class Requests {
  readonly #world: World;
  readonly #withinMs: number;
  #pending = 0;

  constructor(world: World, withinMs: number) {
    this.#world = world;
    this.#withinMs = withinMs;
  }

  get isAnswered(): boolean {
    return this.#pending === 0;
  }

  /** @returns when it is answered. */
  now(request: Promise<unknown>): Promise<void> {
    this.#pending += 1;
    return request.then(() => {
      this.#pending -= 1;
    });
  }

  /** Asks at a random instant. */
  sometime(ask: () => Promise<void>, withinMs = this.#withinMs): void {
    this.after(this.#world.random.next() * withinMs, ask);
  }

  after(ms: number, ask: () => Promise<void>): void {
    const answered = new Promise<void>((resolve) => {
      this.#world.time.after(ms, () => void ask().then(resolve), undefined);
    });
    void this.now(answered);
  }
}
