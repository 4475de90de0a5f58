import type { SearchAdsWriter } from '@tapwise/adapters';

/** What happens to a call: it is made, made without its answer ever coming, or never made. */
export type Fate = 'lives' | 'dies after' | 'dies before';

/** A writer of a process that dies: calls that die never answer. `died` resolves at the first of them, `calls` counts those made. */
export interface DyingWriter {
  readonly writer: SearchAdsWriter;
  /** Calls made so far, by name. */
  readonly calls: Record<string, number>;
  /** Calls that never answer. */
  silent(): number;
  readonly died: Promise<void>;
}

const never = new Promise<never>(() => undefined);

/** @param fateOf Asked before each call, with its name. */
export function dyingWriter(writer: SearchAdsWriter, fateOf: (name: string) => Fate): DyingWriter {
  const calls: Record<string, number> = {};
  let silent = 0;
  let dead: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    dead = resolve;
  });
  const { limits, ...methods } = writer;
  const through = Object.fromEntries(
    Object.entries(methods).map(([name, call]) => [
      name,
      async (...args: unknown[]) => {
        const fate = fateOf(name);
        if (fate !== 'dies before') {
          calls[name] = (calls[name] ?? 0) + 1;
          const result = await (call as (...args: unknown[]) => Promise<unknown>)(...args);
          if (fate === 'lives') return result;
        }
        silent += 1;
        dead();
        return never;
      },
    ]),
  );
  return { writer: { ...through, limits } as unknown as SearchAdsWriter, calls, silent: () => silent, died };
}
