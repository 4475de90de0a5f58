/** Lets a fixed number of operations run at once; the others wait in the order they came. */
export class Slots {
  readonly #waiting: Array<() => void> = [];
  readonly #size: number;
  #free: number;

  constructor(size: number) {
    this.#size = size;
    this.#free = size;
  }

  /** Operations running now. */
  get taken(): number {
    return this.#size - this.#free;
  }

  /** Runs the operation as soon as a slot is free and passes on its outcome. */
  async run<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await operation();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
