import { randomUUID } from 'node:crypto';
import { handleCommand, newWebhookSecret, openEventLog, openSecrets, readEnvironment } from '@tapwise/adapters';
import { customerEndpointsStream, endpointsDecider, setEndpoint } from '@tapwise/domain';
import { asTest } from '../../support/facts/settings.ts';
import type { ReplicatedProduct } from '../start-replicas.ts';

/** Has webhooks about an application of the demo posted to an address. Its visitors may not set one, so it is recorded here. */
export async function openCustomerEndpoint(
  { logUrl, dataDir }: Pick<ReplicatedProduct, 'logUrl' | 'dataDir'>,
  application_id: number,
  url: string,
): Promise<void> {
  const { vault } = await openSecrets(readEnvironment({ DATA_DIR: dataDir }));
  const secret = await vault.encrypt(`application-${application_id}`, newWebhookSecret());
  const wish = { application_id, kind: 'webhook' as const, url, endpoint_id: randomUUID(), secret };
  const log = openEventLog(logUrl);
  try {
    await handleCommand(log, {
      stream: customerEndpointsStream(application_id),
      decider: endpointsDecider,
      cause: randomUUID(),
      context: asTest,
      decide: (state) => setEndpoint(state, { ...wish, at: new Date().toISOString() }),
    });
  } finally {
    await log.close();
  }
}
