import type { Upcaster } from './define-upcaster.ts';

/** The only list of all upcasters. README.md in this folder says how a type gets a new version. */
export const upcasters: readonly Upcaster[] = [];
