import { randomUUID } from 'node:crypto';
import type { CommandContext } from '@tapwise/adapters';
import {
  findApplicationByApiKey,
  mostRefusedVersions,
  type SdkRefusalEvent,
  sdkRefusalsStream,
  statelessDecider,
} from '@tapwise/domain';
import { z } from 'zod';
import { type IngestContext, nowIso } from '../ingest-context.ts';
import { attributionPayload } from '../payloads/attribution.payload.ts';

/** Calls of one application's SDKs that were refused, by version; an empty text where none was named. */
type CallsByVersion = Map<string, number>;

/** Counts calls that could not be read, and records them by application and version every few minutes. */
export interface RefusedCalls {
  /** @param body As it came. A call without the key of an application is nobody's and not counted. */
  note(body: unknown): void;
  /** Records what is left. */
  close(): Promise<void>;
}

/** A sender that is refused all the time makes twelve events an hour. */
const recordEveryMs = 300_000;
const namedPayload = z.object({
  api_key: attributionPayload.shape.api_key,
  sdk_version: attributionPayload.shape.sdk_version,
});

/** @param recorder Who records what the process notices by itself. */
export function createRefusedCalls(context: IngestContext, recorder: CommandContext): RefusedCalls {
  const counts = new Map<number, CallsByVersion>();
  let timer: NodeJS.Timeout | undefined;

  const write = async (event: SdkRefusalEvent): Promise<void> => {
    const { application_id } = event.data;
    await context.queue
      .handle({
        stream: sdkRefusalsStream(application_id),
        decider: statelessDecider,
        cause: randomUUID(),
        context: recorder,
        decide: () => [event],
      })
      .catch((err: unknown) => context.logger.warn({ err, application_id }, 'refused calls could not be recorded'));
  };
  const record = async (): Promise<void> => {
    timer = undefined;
    const events = [...counts].map(([applicationId, calls]) => refusalEvent(applicationId, calls, nowIso(context)));
    counts.clear();
    await Promise.all(events.map(write));
  };
  return {
    note: (body) => {
      const named = namedPayload.safeParse(body);
      if (!named.success) return;
      const application = findApplicationByApiKey(context.directory.state, named.data.api_key);
      if (application === undefined) return;
      const calls: CallsByVersion = counts.get(application.application_id) ?? new Map();
      counts.set(application.application_id, calls);
      countCall(calls, named.data.sdk_version ?? '');
      timer ??= setTimeout(() => void record(), recordEveryMs).unref();
    },
    close: async () => {
      clearTimeout(timer);
      await record();
    },
  };
}

/** Adds a call. Beyond the versions that an event names, it counts as one that named none. */
export function countCall(calls: CallsByVersion, version: string): void {
  const isNamed = calls.has(version) || calls.size < mostRefusedVersions - 1;
  const name = isNamed ? version : '';
  calls.set(name, (calls.get(name) ?? 0) + 1);
}

function refusalEvent(application_id: number, calls: CallsByVersion, recorded_at: string): SdkRefusalEvent {
  const versions = [...calls].map(([version, count]) => ({ sdk_version: version || null, calls: count }));
  return { type: 'SdkCallsRefused', data: { application_id, recorded_at, versions } };
}
