const apple = /Mac|iPhone|iPad/.test(navigator.platform);

/** How the palette's key is written on this machine's keyboard. */
export const paletteKeyText = apple ? '⌘ K' : 'Ctrl K';
/** The same for assistive technology. */
export const paletteKeyName = apple ? 'Meta+K' : 'Control+K';

/** Ctrl+K or Cmd+K, whichever keyboard is used. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
