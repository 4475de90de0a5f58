import { type ComponentType, lazy } from 'react';

const notLoaded = 'This part could not be loaded. Reload the page once you are online.';

/**
 * A part of the screen that is fetched when it is first shown. Where it cannot be fetched it says so in its place, so
 * that a lost connection costs this part and not the table.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: NotLoaded };
    }
  });
}

function NotLoaded() {
  return <p role="alert">{notLoaded}</p>;
}
