import type { Page } from '@playwright/test';
import { median, percentile } from '../measuring/figures.ts';

/** What the page did while something was going on; milliseconds. */
export interface Drawn {
  frames: number[];
  longTasks: number[];
}

/** @returns how the page drew frames while something was done */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<Drawn> {
  await page.evaluate(startProbe);
  await act();
  return (await page.evaluate(endProbe)) as Drawn;
}

// As text: a compiled function would bring helpers along that the page does not have.
const startProbe = `(() => {
  const probe = { frames: [], longTasks: [], last: null, on: true };
  const tick = (at) => {
    if (probe.last !== null) probe.frames.push(at - probe.last);
    probe.last = at;
    if (probe.on) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  probe.observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.longTasks.push(entry.duration);
  });
  probe.observer.observe({ type: 'longtask' });
  window.tapwiseProbe = probe;
})()`;

const endProbe = `(() => {
  const probe = window.tapwiseProbe;
  probe.on = false;
  probe.observer.disconnect();
  return { frames: probe.frames, longTasks: probe.longTasks };
})()`;

/** Prints the medians of all rounds. */
export function printFrames(what: string, rounds: readonly Drawn[], aim: string): void {
  const ofEach = (figure: (round: Drawn) => number) => median(rounds.map(figure)).toFixed(1);
  const p50 = ofEach(({ frames }) => percentile(frames, 0.5));
  const p95 = ofEach(({ frames }) => percentile(frames, 0.95));
  const longest = Math.max(0, ...rounds.flatMap(({ longTasks }) => longTasks));
  const tasks = rounds.reduce((sum, { longTasks }) => sum + longTasks.length, 0);
  const seconds = rounds.reduce((sum, { frames }) => sum + frames.reduce((all, frame) => all + frame, 0), 0) / 1000;
  const rate = (tasks / seconds).toFixed(2);
  console.log(
    `${what}: frame p50 ${p50} ms, p95 ${p95} ms${aim}, ${rate} tasks over 50 ms a second, longest ${longest.toFixed(0)} ms`,
  );
}
