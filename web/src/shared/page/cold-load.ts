/** The path the browser loaded, until another one is shown. */
let loaded: string | null | undefined;

/** Whether a path is the one the browser loaded and nothing else has been shown since. */
export function isColdLoad(path: string): boolean {
  if (loaded === undefined) loaded = path;
  if (path !== loaded) loaded = null;
  return loaded !== null;
}

/** The next path is the one the browser loads: a page begins. */
export function forgetLoad(): void {
  loaded = undefined;
}
