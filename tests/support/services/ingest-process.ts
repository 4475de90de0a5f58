import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigningChain, toPem } from '../../../infra/simulators/apple/src/signing/certificates.ts';
import { createNotificationSigner } from '../../../infra/simulators/apple/src/signing/notification-signer.ts';
import { programArguments } from '../programs/program-arguments.ts';
import { type StandInStore, startStandInStore } from '../stand-ins/stand-in-store.ts';

const app = { adamId: 1500000900, bundleId: 'com.example.measured' };

/** The ingest service in a process of its own, as the product starts it, with a stand-in for the store. */
export interface IngestProcess {
  readonly url: string;
  readonly process: ChildProcess;
  readonly app: typeof app;
  /** What the process wrote to its output so far. */
  output(): string;
  /** Body of a verifiable notification of a subscription of its own; equal numbers give equal ids. */
  notification(number: number): string;
  /** Processor time the process has used since it began, in milliseconds. */
  processorMs(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the service over an event store and waits until it is ready.
 * @param folder Its data directory.
 */
export async function startIngestProcess(
  eventStoreUrl: string,
  folder: string,
  environment: Record<string, string> = {},
): Promise<IngestProcess> {
  const chain = await createSigningChain();
  const store: StandInStore = await startStandInStore();
  store.bundles.set(app.adamId, app.bundleId);
  const roots = join(folder, 'roots.pem');
  writeFileSync(roots, toPem(chain.root));
  const child = spawn(process.execPath, programArguments('sdk-ingest'), {
    env: {
      ...process.env,
      INGEST_PORT: '0',
      EVENTSTORE_URL: eventStoreUrl,
      DATA_DIR: folder,
      LOG_LEVEL: 'info',
      APPLE_ROOT_CERTIFICATES: roots,
      APP_STORE_LOOKUP_URL: store.url,
      ADSERVICES_URL: `${store.url}/api/v1/`,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit');
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const address = /"address":"(http:[^"]+)"/.exec(output)?.[1];
        if (address !== undefined) resolve(address);
      });
  });
  const url = await Promise.race([listening, exited.then(() => undefined)]);
  if (url === undefined) throw new Error(`The ingest process ended:\n${output}`);
  const signer = createNotificationSigner(chain);
  return {
    url,
    process: child,
    app,
    output: () => output,
    notification: (number) => JSON.stringify({ signedPayload: signedNotification(signer.sign, number) }),
    processorMs: () => processorMs(url),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
      await store.stop();
    },
  };
}

async function processorMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error('The process does not report its processor time');
  return Number(seconds) * 1000;
}

/** A first purchase as the store sends it: an outer text that holds two more. */
function signedNotification(sign: (payload: object) => string, number: number): string {
  const signedDate = Date.parse('2026-02-03T17:00:00Z');
  const common = { bundleId: app.bundleId, environment: 'Production', signedDate };
  const originalTransactionId = `7700${String(number).padStart(10, '0')}`;
  return sign({
    notificationType: 'SUBSCRIBED',
    subtype: 'INITIAL_BUY',
    notificationUUID: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    version: '2.0',
    signedDate,
    data: {
      appAppleId: app.adamId,
      bundleId: app.bundleId,
      environment: 'Production',
      signedTransactionInfo: sign({
        ...common,
        transactionId: originalTransactionId,
        originalTransactionId,
        productId: 'measured.yearly',
        type: 'Auto-Renewable Subscription',
        purchaseDate: signedDate,
        expiresDate: signedDate + 7 * 86_400_000,
        quantity: 1,
        price: 39_990,
        currency: 'USD',
        storefront: 'USA',
      }),
      signedRenewalInfo: sign({ ...common, originalTransactionId, autoRenewStatus: 1 }),
    },
  });
}
