import { createPageStore } from './page-store.ts';

/** The path the browser loaded, until another one is shown. */
const loaded = createPageStore<string | null | undefined>(() => undefined);

/** Whether a path is the one the browser loaded and nothing else has been shown since. */
export function isColdLoad(path: string): boolean {
  if (loaded.getState() === undefined) loaded.setState(path);
  if (path !== loaded.getState()) loaded.setState(null);
  return loaded.getState() !== null;
}
