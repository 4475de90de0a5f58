import type { DemoTodayResponse } from '@tapwise/contract/today';
import { landingMessages } from '../components/landing/landing-messages.ts';

const { live: words } = landingMessages;
const path = '/api/demo/today';
const askEveryMs = 5000;
const responseTimeoutMs = 10_000;
const changedMs = 1200;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
type Figure = keyof DemoTodayResponse['today'];
const textOf = (name: Figure, value: number | null): string => {
  if (value === null) return '–';
  return name === 'predicted_roas' ? percent.format(value * 100) : whole.format(value);
};

/**
 * Shows today of the demo on the start page, as long as it is looked at. A server without the demo has no such figures: their
 * place goes.
 */
export function showDemoToday(page: Document): void {
  const section = page.querySelector<HTMLElement>('[data-demo-today]');
  const state = section?.querySelector<HTMLElement>('[data-demo-state]');
  if (!section || !state) return;
  const ask = async (): Promise<void> => {
    const response = await fetch(path, { signal: AbortSignal.timeout(responseTimeoutMs) });
    if (response.status === 404) {
      section.remove();
      return;
    }
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    const { application_name, today } = (await response.json()) as DemoTodayResponse;
    state.textContent = words.now(application_name);
    for (const figureElement of section.querySelectorAll<HTMLElement>('[data-demo-figure]')) {
      const name = figureElement.dataset.demoFigure as Figure;
      showFigure(figureElement, textOf(name, today[name]));
    }
  };
  const sayAway = (): void => {
    state.textContent = words.away;
  };
  const go = async (): Promise<void> => {
    if (!page.hidden) await ask().catch(sayAway);
    if (section.isConnected) setTimeout(() => void go(), askEveryMs);
  };
  page.addEventListener('visibilitychange', () => {
    if (!page.hidden && section.isConnected) void ask().catch(() => undefined);
  });
  void go();
}

function showFigure(figureElement: HTMLElement, text: string): void {
  if (figureElement.textContent === text) return;
  const first = figureElement.textContent === '–';
  figureElement.textContent = text;
  if (first) return;
  figureElement.dataset.changed = '';
  setTimeout(() => delete figureElement.dataset.changed, changedMs);
}
