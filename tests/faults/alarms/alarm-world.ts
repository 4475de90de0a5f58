import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventLog, handleCommand, openEventLog, readEnvironment } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { closedOutside } from '../../../infra/operations/addresses/closed-outside.ts';
import { engineAddresses } from '../../../infra/operations/addresses/engine-addresses.ts';
import { addMeasuredApplication, installBody } from '../../support/facts/measured-application.ts';
import { asTest } from '../../support/facts/settings.ts';
import { eventually, type Product, startProduct } from '../../support/product/product.ts';
import { type Disk, mountDisk } from '../machine/disk.ts';
import { canMount } from '../machine/machine.ts';

/** A product without a demo, and what causes alarms there. */
export interface AlarmWorld {
  readonly product: Product;
  readonly log: EventLog;
  /** Host and port of each process that gives figures. */
  readonly targets: readonly string[];
  /** Installs, many at once. @returns their statuses. */
  postInstalls(count: number, more?: object): Promise<number[]>;
  /** @returns the status; 0 where none came in time. */
  post(url: string, body: string, headers?: Readonly<Record<string, string>>): Promise<number>;
  /** Puts an event into the log. */
  happened(stream: string, event: DomainEvent): Promise<bigint>;
  /** A figure of `api`, by its name and labels as `/metrics` has them; `undefined` where it is not among them. */
  figure(name: string): Promise<number | undefined>;
  /** Of the data folder; `undefined` where this process may not mount one. */
  readonly disk: Disk | undefined;
  freeze(part: string): void;
  thaw(part: string): void;
  stop(): Promise<void>;
}

export const paymentSecret = 'pdl_ntfset_alarms';
const environment = {
  ...closedOutside,
  DEMO: 'off',
  SQL_PORT: 'off',
  TRUSTED_PROXIES: '127.0.0.1',
  PADDLE_WEBHOOK_SECRET: paymentSecret,
};
const atOnce = 50;
/** Longer than what the product takes to refuse a call while the log is away. */
const timeoutMs = 30_000;

const diskSize = { bytes: 1_500_000_000, files: 60_000 };

export async function startAlarmWorld(): Promise<AlarmWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-alarms-'));
  const dataDir = join(folder, 'data');
  const disk = canMount() ? mountDisk(dataDir, diskSize, process.getuid?.() ?? 0) : undefined;
  const product = await startProduct({ environment, dataDir });
  const { EVENTSTORE_URL } = engineAddresses(readEnvironment({ DATA_DIR: dataDir }));
  await addMeasuredApplication(EVENTSTORE_URL, 1500000900);
  const log = openEventLog(EVENTSTORE_URL);
  const post: AlarmWorld['post'] = async (url, body, headers = {}) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = { 'content-type': 'application/json', ...headers };
    const response = await fetch(url, { method: 'POST', body, headers: sent, signal }).catch(() => undefined);
    await response?.arrayBuffer();
    return response?.status ?? 0;
  };
  const postInstalls: AlarmWorld['postInstalls'] = async (count, more = {}) => {
    const statuses: number[] = [];
    for (let posted = 0; posted < count; posted += atOnce) {
      const many = Array.from({ length: Math.min(atOnce, count - posted) }, () =>
        post(`${product.ingestUrl}/sdk/v1/attribution`, installBody(randomUUID(), more)),
      );
      statuses.push(...(await Promise.all(many)));
    }
    return statuses;
  };
  await eventually(
    () => postInstalls(1),
    ([status]) => status === 200,
  );
  return {
    product,
    log,
    targets: [product.url, product.ingestUrl].map((url) => new URL(url).host),
    postInstalls,
    post,
    happened: async (stream, event) => {
      const decider = { initialState: () => undefined, evolve: () => undefined };
      const command = { stream, decider, cause: randomUUID(), context: asTest, decide: () => [event] };
      return (await handleCommand(log, command)).position;
    },
    figure: async (name) => {
      const text = await (await fetch(`${product.url}/metrics`)).text();
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
      return line === undefined ? undefined : Number(line.slice(name.length));
    },
    disk,
    freeze: (part) => void process.kill(product.pid(part), 'SIGSTOP'),
    thaw: (part) => void process.kill(product.pid(part), 'SIGCONT'),
    stop: async () => {
      await log.close();
      await product.stop({ remove: false });
      disk?.unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A notification as the payment provider sends it, signed with the secret that is given. */
export function signedNotification(event_type: string, secret: string) {
  const occurred_at = new Date().toISOString();
  const body = JSON.stringify({ event_id: `evt_${randomUUID()}`, event_type, occurred_at, data: {} });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}:`).update(body).digest('hex');
  return { body, headers: { 'paddle-signature': `ts=${time};h1=${signature}` } };
}
