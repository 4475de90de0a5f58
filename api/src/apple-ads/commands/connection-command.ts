import { randomUUID } from 'node:crypto';
import { type CommandContext, handleCommand } from '@tapwise/adapters';
import {
  type AdsConnection,
  type AdsConnectionEvent,
  adsConnectionDecider,
  adsConnectionStream,
} from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';

/** Changes the connection of one organization and waits until the change can be read back. */
export async function changeConnection(
  { log, appleAds }: ApiDependencies,
  context: CommandContext,
  orgId: number,
  decide: (state: AdsConnection) => readonly AdsConnectionEvent[],
): Promise<{ state: AdsConnection; position: bigint }> {
  const { state, position } = await handleCommand(log, {
    stream: adsConnectionStream(orgId),
    decider: adsConnectionDecider,
    cause: randomUUID(),
    context,
    decide,
  });
  await appleAds.connections.reached(position);
  return { state, position };
}
