import { tablesPosition } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../../http/dependencies.ts';

/** Reads of scopes are this much behind at most: twice the interval at which they look for new parts. */
const behindMs = 2_000;
const askAgainMs = 500;

/** Positions of the log up to which what is read now is complete. */
export interface Positions {
  /** The newest checkpoint that is old enough; 0, of which everything is complete, while none is known. */
  current(): Promise<bigint>;
}

/** @param now milliseconds. */
export function createPositions(deps: Pick<ApiDependencies, 'tables'>, now: () => number): Positions {
  let samples: { at: number; position: bigint }[] = [];
  let asking: Promise<void> | undefined;
  const sample = async (): Promise<void> => {
    const at = now();
    const position = (await tablesPosition(deps.tables).catch(() => undefined))?.position;
    if (position !== undefined) samples.push({ at, position });
  };
  const ask = (): Promise<void> => {
    asking ??= sample().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  void ask();
  return {
    async current() {
      const newest = samples.at(-1);
      if (newest === undefined || now() - newest.at > askAgainMs) await ask();
      const settled = samples.findLast(({ at }) => at <= now() - behindMs);
      samples = samples.filter(({ at }) => at >= (settled?.at ?? 0));
      return settled?.position ?? 0n;
    },
  };
}
