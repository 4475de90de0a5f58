import type { CommandContext } from '@tapwise/adapters';
import { applicationDecider, applicationStream, dayInZone, type OpenApplication, proveSdk } from '@tapwise/domain';
import { type IngestContext, nowIso } from '../ingest-context.ts';

/** Records, once per application and again when an earlier first launch becomes known, that its SDK works. */
export interface SdkProof {
  record(context: CommandContext, application: OpenApplication, firstLaunchAt: string, test: boolean): Promise<void>;
}

/** Remembers what was recorded, so that the usual call costs nothing. */
export function createSdkProof(ingest: IngestContext): SdkProof {
  const earliest = new Map<number, string>();
  const chains = new Map<number, Promise<void>>();
  const prove = async (context: CommandContext, applicationId: number, day: string, test: boolean): Promise<void> => {
    const earliestDay = earliest.get(applicationId);
    if (earliestDay !== undefined && earliestDay <= day) return;
    await ingest.queue.handle({
      stream: applicationStream(applicationId),
      decider: applicationDecider,
      decide: (state) => proveSdk(state, { first_event_day: day, test, at: nowIso(ingest) }),
      cause: `sdk-proof|${day}|${test}`,
      context,
    });
    if (!test) earliest.set(applicationId, day);
  };
  return {
    record: (context, application, firstLaunchAt, test) => {
      const zone = application.organizations[0]?.time_zone ?? 'UTC';
      const day = dayInZone(Date.parse(firstLaunchAt), zone);
      const id = application.application_id;
      const earliestDay = earliest.get(id) ?? application.first_sdk_event_date ?? undefined;
      const settled = test ? application.sdk === 'integrated' : earliestDay !== undefined && earliestDay <= day;
      if (settled) return Promise.resolve();
      // One at a time per application: they would only refuse each other's revision.
      const chain = (chains.get(id) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => prove(context, id, day, test));
      chains.set(id, chain);
      return chain;
    },
  };
}
