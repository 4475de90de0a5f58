import type { DemoTodayAnswer } from '@tapwise/contract/today';
import { landingMessages } from '../components/landing/landing-messages.ts';

const { live: words } = landingMessages;
const path = '/api/demo/today';
const askEveryMs = 5000;
const answerWithinMs = 10_000;
const changedMs = 1200;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
type Figure = keyof DemoTodayAnswer['today'];
const textOf = (name: Figure, value: number | null): string => {
  if (value === null) return '–';
  return name === 'predicted_roas' ? percent.format(value * 100) : whole.format(value);
};

/**
 * Shows today of the demo on the start page, as long as it is looked at. A server without the demo has no such figures: their
 * place goes.
 */
export function showDemoToday(page: Document): void {
  const place = page.querySelector<HTMLElement>('[data-demo-today]');
  const state = place?.querySelector<HTMLElement>('[data-demo-state]');
  if (!place || !state) return;
  const ask = async (): Promise<void> => {
    const answer = await fetch(path, { signal: AbortSignal.timeout(answerWithinMs) });
    if (answer.status === 404) {
      place.remove();
      return;
    }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    const { application_name, today } = (await answer.json()) as DemoTodayAnswer;
    state.textContent = words.now(application_name);
    for (const shown of place.querySelectorAll<HTMLElement>('[data-demo-figure]')) {
      const name = shown.dataset.demoFigure as Figure;
      showFigure(shown, textOf(name, today[name]));
    }
  };
  const sayAway = (): void => {
    state.textContent = words.away;
  };
  const go = async (): Promise<void> => {
    if (!page.hidden) await ask().catch(sayAway);
    if (place.isConnected) setTimeout(() => void go(), askEveryMs);
  };
  page.addEventListener('visibilitychange', () => {
    if (!page.hidden && place.isConnected) void ask().catch(() => undefined);
  });
  void go();
}

function showFigure(shown: HTMLElement, text: string): void {
  if (shown.textContent === text) return;
  const first = shown.textContent === '–';
  shown.textContent = text;
  if (first) return;
  shown.dataset.changed = '';
  setTimeout(() => delete shown.dataset.changed, changedMs);
}
