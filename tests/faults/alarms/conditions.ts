import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { failureStream } from '@tapwise/domain';
import { figures } from '../../../projections/src/testing/sample-events.ts';
import { killPart } from '../../support/product/kill-part.ts';
import { type AlarmWorld, paymentSecret, signedNotification } from './alarm-world.ts';

/** Something that happens to a product, and the alarms that have to come of it. */
export interface Condition {
  readonly what: string;
  readonly alerts: readonly string[];
  /** How long rates look back, so that the run sees the end of it; as long as the cause lasts, at least. */
  readonly window?: string;
  cause(world: AlarmWorld): Promise<unknown>;
  clear(world: AlarmWorld): Promise<unknown>;
}

const run = promisify(execFile);
const many = 1200;
const root = join(import.meta.dirname, '..', '..', '..');
const nothing = async (): Promise<void> => undefined;

/** Runs a command beside the product, as an operator does. @returns what it prints. */
async function command({ product }: AlarmWorld, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: product.dataDir };
  const { stdout } = await run(process.execPath, ['infra/operations/bootstrap.mjs', ...args], { cwd: root, env });
  return stdout;
}

async function backup(world: AlarmWorld): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-backup-'));
  await command(world, 'backup', folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Leaves out every event that parks a stream. */
async function skipParked(world: AlarmWorld): Promise<void> {
  const lines = (await command(world, 'operator', 'parked')).split('\n').filter((line) => line !== '');
  for (const line of lines) {
    const { position } = JSON.parse(line) as { position: string };
    await command(world, 'operator', 'parked', '--skip', position);
  }
}

/** Posts for some seconds, so that rates have something between two scrapes. */
async function forSeconds(seconds: number, work: () => Promise<unknown>): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await work();
    await pause(1000);
  }
}

const failure = { application_id: null, org_id: null, source: 'held_rates' } as const;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const unreadable = figures('campaign', 1, '2026-02-31', [{ taps: 1 }]);
const signUp = { name: 'Ada', email: 'ada@example.com', password: 'a long password 1' };

const notification =
  (kind: string, secret: string) =>
  ({ post, product }: AlarmWorld) => {
    const { body, headers } = signedNotification(kind, secret);
    return post(`${product.ingestUrl}/payments/notifications`, body, headers);
  };

/** In this order: what freezes parts comes last. */
export const conditions: readonly Condition[] = [
  { what: 'no backup was ever made', alerts: ['BackupOld'], cause: nothing, clear: backup },
  {
    what: 'apps send calls that are refused',
    alerts: ['SdkCallsRefused'],
    cause: (world) => forSeconds(4, () => world.postInstalls(20, { first_launch_at: 'yesterday' })),
    clear: nothing,
  },
  {
    what: 'notifications are signed with another secret',
    alerts: ['PaymentSignaturesWrong'],
    cause: (world) => forSeconds(6, () => notification('subscription.updated', 'another secret')(world)),
    clear: nothing,
  },
  {
    what: 'the payment provider says that a key lapses',
    alerts: ['PaymentKeyLapses'],
    cause: (world) => forSeconds(2, () => notification('api_key.expiring', paymentSecret)(world)),
    clear: nothing,
  },
  {
    what: 'pages of many visitors report faults',
    alerts: ['PagesFail'],
    cause: ({ post, product }) =>
      forSeconds(5, () =>
        Promise.all(
          Array.from({ length: 8 }, (_, visitor) => {
            const headers = { 'x-forwarded-for': `203.0.113.${visitor + 1}` };
            return post(`${product.url}/api/client_error`, JSON.stringify({ message: 'TypeError: no' }), headers);
          }),
        ),
      ),
    clear: nothing,
  },
  {
    what: 'rates are held back for two hours',
    alerts: ['OutsideServiceFails'],
    cause: ({ happened }) =>
      happened(failureStream(null), {
        type: 'FailureBegan',
        data: { ...failure, reason: 'held_back', detail: '', began_at: hoursAgo(2) },
      }),
    clear: ({ happened }) =>
      happened(failureStream(null), { type: 'FailureEnded', data: { ...failure, ended_at: hoursAgo(0) } }),
  },
  {
    what: 'an event cannot be made into rows',
    alerts: ['StreamsParked'],
    cause: ({ happened }) => happened(unreadable.stream, unreadable.event),
    clear: skipParked,
  },
  {
    what: 'projections is frozen while installs come',
    alerts: ['TablesBehind', 'LeaseNotHeld'],
    cause: async ({ freeze, postInstalls }) => {
      freeze('projections');
      await postInstalls(many);
    },
    clear: async ({ thaw }) => thaw('projections'),
  },
  {
    what: 'workflows is frozen while installs come',
    alerts: ['QueueBehind', 'LeaseNotHeld'],
    cause: async ({ freeze, postInstalls }) => {
      freeze('workflows');
      await postInstalls(many);
    },
    clear: async ({ thaw }) => thaw('workflows'),
  },
  {
    what: 'projections dies again and again',
    alerts: ['LeaseMoves'],
    window: '2m',
    cause: async ({ product }) => {
      for (let death = 0; death < 5; death += 1) {
        await killPart(product, 'projections');
        await pause(12_000);
      }
    },
    clear: nothing,
  },
  {
    what: 'the log is frozen while people and apps call',
    alerts: ['LogTakesNoAppends', 'InputsTurnedAway', 'CallsFail', 'CallsSlow'],
    cause: async ({ freeze, postInstalls, post, product }) => {
      freeze('eventstore');
      const account = `${product.url}/api/account`;
      await forSeconds(3, () => Promise.all([postInstalls(50), post(account, JSON.stringify(signUp))]));
    },
    clear: async ({ thaw }) => thaw('eventstore'),
  },
  {
    what: 'the tables are frozen',
    alerts: ['PartDown'],
    cause: async ({ freeze }) => freeze('clickhouse'),
    clear: async ({ thaw }) => thaw('clickhouse'),
  },
  {
    what: 'sdk-ingest is frozen',
    alerts: ['ScrapeFails'],
    cause: async ({ freeze }) => freeze('sdk-ingest'),
    clear: async ({ thaw }) => thaw('sdk-ingest'),
  },
  {
    what: 'api gets the processor every other second',
    alerts: ['EventLoopBlocked'],
    cause: async ({ freeze, thaw }) => {
      for (let second = 0; second < 6; second += 1) {
        freeze('api');
        await pause(900);
        thaw('api');
        await pause(100);
      }
    },
    clear: nothing,
  },
];

/** Alarms that the run does not cause, and why. */
export const notCaused: Readonly<Record<string, string>> = {
  RebuildFailed: 'needs tables that differ from the log',
  AppleAdsStands: 'needs an organization whose account is taken away at Apple Ads',
  DiskFull: 'needs a small disk: npm run faults:machine',
};
