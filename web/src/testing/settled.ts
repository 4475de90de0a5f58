/** Colours halfway through a change mean nothing; spinners never end and are not waited for. */
export async function settled(): Promise<void> {
  for (;;) {
    // What a state has just changed begins to move with the next frame.
    await frameDrawn();
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    if (ending.length === 0) return;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}

const frameDrawn = () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
