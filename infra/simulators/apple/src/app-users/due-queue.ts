/** Something to do at an instant. */
export interface DueJob {
  readonly due: number;
  /** @param freeSlot lets other jobs begin while this one waits; may be called several times */
  readonly run: (freeSlot: () => void) => Promise<void>;
}

/** Jobs in the order in which they fall due (binary heap). */
export class DueQueue {
  private readonly heap: DueJob[] = [];

  get size(): number {
    return this.heap.length;
  }

  /** The instant the next job falls due; infinite when there is none. */
  get nextDue(): number {
    return this.heap[0]?.due ?? Number.POSITIVE_INFINITY;
  }

  /** Number of jobs due at an instant. */
  countDue(now: number): number {
    return this.heap.reduce((count, job) => (job.due <= now ? count + 1 : count), 0);
  }

  push(job: DueJob): void {
    const { heap } = this;
    let index = heap.length;
    heap.push(job);
    while (index > 0) {
      const parent = (index - 1) >>> 1;
      const above = heap[parent] as DueJob;
      if (above.due <= job.due) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = job;
  }

  pop(): DueJob | undefined {
    const { heap } = this;
    const top = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.sink(last);
    return top;
  }

  private sink(job: DueJob): void {
    const { heap } = this;
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as DueJob).due < (heap[child] as DueJob).due) child += 1;
      const below = heap[child] as DueJob;
      if (below.due >= job.due) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = job;
  }
}
