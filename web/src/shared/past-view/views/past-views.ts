import type { PastView } from '@tapwise/contract/past-view';
import { createStore, type StoreApi, useStore } from 'zustand';
import { createPageStore } from '../../page/page-store.ts';
import { ApiError, messageOf } from '../../server/http/api-error.ts';
import { askView, prepareView, type ViewKey } from './past-view-calls.ts';

/** What is known of the tables of an instant. */
export type PastState =
  | { status: 'asking' }
  | { status: 'ready' }
  | { status: 'preparing'; progress: number }
  /** Another instant is prepared first; this one is asked for again after so many seconds. */
  | { status: 'busy'; seconds: number }
  | { status: 'failed'; why: string | null };

interface View extends ViewKey {
  state: StoreApi<PastState>;
  /** Calls and parts of the page that want it. Nothing is asked for a view that no call wants. */
  followers: number;
  running: boolean;
}

const pollMs = 1_000;
const usualSeconds = 5;
/** A view may be dropped between two looks at it; one that is refused this often in a row has another fault. */
const mostRefusals = 2;

const asking: PastState = { status: 'asking' };
const views = createPageStore(() => new Map<string, View>());

function viewOf(key: ViewKey): View {
  const name = `${key.applicationId} ${key.instant}`;
  const view = views.getState().get(name) ?? {
    ...key,
    state: createStore<PastState>(() => asking),
    followers: 0,
    running: false,
  };
  views.getState().set(name, view);
  return view;
}

function show(view: View, state: PastState): void {
  view.state.setState(state, true);
}

/** Asks until the tables are there or cannot be, as long as they are wanted. @param repeat a failed attempt is made again */
async function prepare(view: View, repeat = false): Promise<void> {
  if (view.running) return;
  view.running = true;
  let wait = await step(view, repeat);
  while (wait !== null) {
    await pause(wait);
    if (view.followers === 0) break;
    wait = await step(view, false);
  }
  view.running = false;
  if (wait !== null) show(view, asking);
}

/** One look. @returns milliseconds until the next one; `null` when there is nothing to wait for */
async function step(view: View, repeat: boolean): Promise<number | null> {
  try {
    const existing = repeat ? null : await askView(view);
    show(view, stateOf(existing === null || existing.state === 'absent' ? await prepareView(view) : existing));
  } catch (error) {
    show(view, refusalOf(error));
  }
  const state = view.state.getState();
  if (state.status === 'busy') return state.seconds * 1_000;
  return state.status === 'preparing' ? pollMs : null;
}

function stateOf(view: PastView | null): PastState {
  if (view?.state === 'ready') return { status: 'ready' };
  if (view?.state === 'failed') return { status: 'failed', why: null };
  return { status: 'preparing', progress: view?.progress ?? 0 };
}

function refusalOf(error: unknown): PastState {
  if (!(error instanceof ApiError) || error.status !== 503) return { status: 'failed', why: messageOf(error) };
  return { status: 'busy', seconds: error.retryAfter ?? usualSeconds };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Wants a view until the returned function is called. */
function follow(key: ViewKey): () => void {
  const view = viewOf(key);
  view.followers += 1;
  if (view.state.getState().status === 'asking') void prepare(view);
  return () => {
    view.followers -= 1;
  };
}

/** Waits for the tables of an instant, also beyond a failure: they may be asked for again. */
async function untilReady(key: ViewKey, signal: AbortSignal | undefined): Promise<void> {
  const view = viewOf(key);
  if (view.state.getState().status === 'ready') return;
  const leave = follow(key);
  let unsubscribe = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const look = () => view.state.getState().status === 'ready' && resolve();
      unsubscribe = view.state.subscribe(look);
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  } finally {
    unsubscribe();
    leave();
  }
}

export const pastViews = {
  follow,
  /** Makes a failed attempt again. */
  retry(key: ViewKey): void {
    const view = viewOf(key);
    show(view, { status: 'preparing', progress: 0 });
    void prepare(view, true);
  },
  /** Sends a call once the tables of its instant are there; a view that was dropped meanwhile is prepared again. */
  async ask<Result>(key: ViewKey, send: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    for (let refusals = 0; ; refusals += 1) {
      await untilReady(key, signal);
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 503 || refusals === mostRefusals) throw error;
        dropped(viewOf(key));
      }
    }
  },
};

function dropped(view: View): void {
  if (view.state.getState().status !== 'ready') return;
  show(view, asking);
  void prepare(view);
}

export const usePastState = (key: ViewKey): PastState => useStore(viewOf(key).state);
