import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { pointAt } from '../../../testing/pointer.ts';
import { ToastList } from './ToastList.tsx';
import { showToast } from './toasts.ts';

/** Where toasts appear. */
const corner = { x: 700, y: 700 };
const longMs = 60_000;

beforeEach(async () => {
  await page.viewport(1000, 800);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await cleanup();
});

it('goes by itself where the pointer only rests under it, and stays while it is pointed at', async () => {
  await pointAt(corner);
  await render(<ToastList />);
  const warned = page.getByText('Cool-down is shorter than the time range');
  const text = 'Rule saved';
  const details = ['Cool-down is shorter than the time range', 'Another line', 'And one more', 'And the last one'];
  showToast({ intent: 'success', text, details });
  await expect.element(warned).toBeVisible();
  await vi.advanceTimersByTimeAsync(longMs);
  await expect.element(warned).not.toBeInTheDocument();

  showToast({ intent: 'success', text, details });
  await expect.element(warned).toBeVisible();
  await pointAt({ x: corner.x + 20, y: corner.y });
  await vi.advanceTimersByTimeAsync(longMs);
  await expect.element(warned).toBeVisible();
  await pointAt({ x: 10, y: 10 });
  await vi.advanceTimersByTimeAsync(longMs);
  await expect.element(warned).not.toBeInTheDocument();
});
