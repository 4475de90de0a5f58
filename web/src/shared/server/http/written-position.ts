import { createPageStore } from '../../page/page-store.ts';

const highest = createPageStore<bigint | null>(() => null);

/**
 * The position of the log that this page wrote last. Calls say it, so that any process of the server answers them from a state that
 * holds what was written.
 */
export const writtenPosition = {
  /** In decimal digits; `null` while nothing was written. */
  get: (): string | null => highest.getState()?.toString() ?? null,
  /** @param header of an answer; anything but a position is passed over. */
  note(header: string | null): void {
    if (header === null || !/^\d{1,20}$/.test(header)) return;
    const position = BigInt(header);
    highest.setState((before) => (before === null || position > before ? position : before), true);
  },
};
