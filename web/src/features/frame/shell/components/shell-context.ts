import { createContext } from 'react';

/** Dialogs of the frame, opened from Help and from the palette. */
export type ShellDialog = 'shortcuts' | 'figures';

/** What parts of the frame ask of it. */
export interface Shell {
  /** Opens the menu where it is a drawer; `null` where it is beside the sheet. */
  openMenu: (() => void) | null;
  /** Makes the menu a rail, or opens it again; `null` where it is a drawer. */
  toggleMenu: (() => void) | null;
  collapsed: boolean;
  openPalette: () => void;
  /** Fetches the palette ahead of the press. */
  fetchPalette: () => void;
  showDialog: (dialog: ShellDialog) => void;
}

export const ShellContext = createContext<Shell | null>(null);
