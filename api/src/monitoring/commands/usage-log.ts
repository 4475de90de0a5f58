import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { type DomainEventOf, statelessDecider, usageStream } from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';

export type UsageEntry = DomainEventOf<'UsageReported'>['data']['events'][number];

/** How pages are used, in the log by the day it arrived. */
export interface UsageLog {
  /** Resolves when the entries are recorded; those of calls that come together are one append. */
  record(entries: readonly UsageEntry[]): Promise<void>;
}

const mostInAnEvent = 500;
/** 13 months. */
const keptSeconds = 396 * 86_400;
const timeoutMs = 5000;

export function createUsageLog({ log, logger, now }: Pick<ApiDependencies, 'log' | 'logger' | 'now'>): UsageLog {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: { readonly entries: UsageEntry[]; readonly done: Promise<void> } | undefined;
  /** The end of the present day's stream; only this process writes it, as a rule. */
  let end: { readonly stream: string; readonly revision: bigint } | undefined;
  const write = async (entries: readonly UsageEntry[]): Promise<void> => {
    const received_at = now().toISOString();
    const stream = usageStream(received_at.slice(0, 10));
    const isNew = end?.stream !== stream;
    const { revision } = await handleCommand(log, {
      stream,
      decider: statelessDecider,
      cause: randomUUID(),
      timeoutMs,
      context: { actor: { kind: 'system', id: 'api' } },
      ...(end === undefined || isNew ? {} : { assume: 'current', since: { state: null, revision: end.revision } }),
      decide: () => [{ type: 'UsageReported' as const, data: { received_at, events: [...entries] } }],
    });
    if (isNew) {
      await log.keepFor(stream, keptSeconds).catch((error: unknown) => {
        logger.warn({ err: error, stream }, 'The end of usage statistics could not be set');
      });
    }
    end = revision === undefined ? undefined : { stream, revision };
  };
  return {
    record: (entries) => {
      if (waiting !== undefined && waiting.entries.length + entries.length <= mostInAnEvent) {
        waiting.entries.push(...entries);
        return waiting.done;
      }
      const batch = [...entries];
      const done = last.then(() => {
        if (waiting?.entries === batch) waiting = undefined;
        return write(batch);
      });
      last = done.catch(() => undefined);
      waiting = { entries: batch, done };
      return done;
    },
  };
}
