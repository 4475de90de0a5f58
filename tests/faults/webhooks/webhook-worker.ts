import { createLogger, createOutboundClient, openEventLog, openFileFolder, openKeyVault } from '@tapwise/adapters';
import { startDelivering } from '../../support/workers/webhook-world.ts';

/** A process that queues and posts webhooks until it is killed. Arguments: the log, its folder, `host:port` that may be posted to. */
const [, , url = '', folder = '', target = ''] = process.argv;
const vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));
const client = createOutboundClient({ targets: new Set([target]) });
await startDelivering({ log: openEventLog(url), vault, client, folder, logger: createLogger('worker', 'silent') });
console.log('delivering');
