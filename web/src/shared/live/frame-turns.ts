/** As much drawing as leaves room for scrolling in the same frame, on a processor four times slower than a desk's. */
const tasksPerFrame = 6;

/** Does tasks a few at a time, one turn in each animation frame, in the order they came. */
export function createFrameTurns(frame: (callback: () => void) => void) {
  const waiting: (() => void)[] = [];

  function turn(): void {
    try {
      for (let left = tasksPerFrame; left > 0; left -= 1) waiting.shift()?.();
    } finally {
      // Also after one that failed, else the others would wait for ever.
      if (waiting.length > 0) frame(turn);
    }
  }

  return function inTurns(tasks: readonly (() => void)[]): void {
    const resting = waiting.length === 0;
    waiting.push(...tasks);
    if (resting && waiting.length > 0) frame(turn);
  };
}

/** The page's one queue of drawing that may wait for a frame or two. */
export const inFrameTurns = createFrameTurns((callback) => {
  requestAnimationFrame(callback);
});
