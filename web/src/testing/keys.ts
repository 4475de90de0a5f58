import { userEvent } from 'vitest/browser';

/** What the element with the focus is called. */
function focusedName(): string {
  const element = document.activeElement;
  if (element === null) return '';
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
  return (element.getAttribute('aria-label') ?? (label ?? element).textContent ?? '').trim();
}

/** Presses Tab until an element of that name has the focus; the way there may not be longer than a screen. */
export async function tabTo(name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await userEvent.keyboard('{Tab}');
    const label = focusedName();
    if (typeof name === 'string' ? label === name : name.test(label)) return;
    passed.push(label);
  }
  throw new Error(`Tab never came to ${String(name)}, only to ${passed.join(', ')}`);
}
