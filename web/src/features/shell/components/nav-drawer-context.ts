import { createContext } from 'react';

/** Opens the menu where it is a drawer; `null` where it is beside the sheet. */
export const NavDrawerContext = createContext<(() => void) | null>(null);
