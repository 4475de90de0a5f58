import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { handleCommand } from '@tapwise/adapters';
import { type RemoteReading, settingsReadingDecider, settingsReadingStream } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import type { SettingsContext } from '../settings-context.ts';
import type { CheckedChange } from './accept-change.ts';

const firstLookMs = 25;
const longestLookMs = 250;

/**
 * What the ad service has now of the settings of rows, in their order. The worker reads, so that its calls count among those of the
 * organization.
 * @returns `undefined` where it cannot be asked, or takes too long.
 */
export async function readRemote(
  { deps, waits }: SettingsContext,
  request: FastifyRequest,
  { application, organization, rows }: Pick<CheckedChange, 'application' | 'organization' | 'rows'>,
): Promise<readonly RemoteReading[] | undefined> {
  const reading_id = randomUUID();
  const stream = settingsReadingStream(reading_id);
  const settings = rows.map(({ key, field, base, new: set }) => ({ key, field, base, new: set }));
  const ids = { reading_id, application_id: application.application_id, org_id: organization.org_id };
  const requested_at = deps.now().toISOString();
  await handleCommand(deps.log, {
    stream,
    decider: settingsReadingDecider,
    cause: `asked ${reading_id}`,
    context: personContext(request),
    assume: 'new',
    decide: () => [
      {
        type: 'SettingsReadingRequested' as const,
        data: { ...ids, currency: organization.currency, settings, requested_at },
      },
    ],
  });
  const end = performance.now() + waits.there;
  for (let lookMs = firstLookMs; performance.now() < end; lookMs = Math.min(longestLookMs, 2 * lookMs)) {
    const { event } = (await deps.log.readLast(stream)) ?? {};
    if (event?.type === 'SettingsRead') return event.data.found.map((reading) => reading ?? undefined);
    if (event?.type === 'SettingsReadingFailed') return undefined;
    await pause(lookMs);
  }
  return undefined;
}
