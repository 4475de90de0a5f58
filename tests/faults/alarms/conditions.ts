import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { failureStream } from '@tapwise/domain';
import { figures } from '../../../projections/src/testing/sample-events.ts';
import { killPart } from '../../support/product/kill-part.ts';
import { eventually } from '../../support/product/product.ts';
import { runProductCommand } from '../../support/product/product-command.ts';
import { type AlarmWorld, paymentSecret, signedNotification } from './alarm-world.ts';
import { bindAccount, linkWithoutAccount, queueLateDelivery } from './recorded-causes.ts';

/** Something that happens to a product, and the alarms that have to come of it. */
export interface Condition {
  readonly what: string;
  readonly alerts: readonly string[];
  /** How long rates look back, so that the run sees the end of it; as long as the cause lasts, at least. */
  readonly window?: string;
  /** Nothing has to be done for it: it is so in a new product. */
  readonly isFromStart?: true;
  /** It fills the disk of the data. */
  readonly needsDisk?: true;
  cause(world: AlarmWorld): Promise<unknown>;
  clear(world: AlarmWorld): Promise<unknown>;
}

const many = 1200;
const nothing = async (): Promise<void> => undefined;

/** Runs a command beside the product, as an operator does. @returns what it prints. */
const command = ({ product }: AlarmWorld, name: string, ...args: string[]): Promise<string[]> =>
  runProductCommand({ environment: { DATA_DIR: product.dataDir } }, name, ...args);

async function backup(world: AlarmWorld): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-backup-'));
  await command(world, 'backup', folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Leaves out every event that parks a stream. */
async function skipParked(world: AlarmWorld): Promise<void> {
  for (const line of await command(world, 'operator', 'parked')) {
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

/** Kills the part that writes the tables, each time it has begun to. */
async function killWriters(world: AlarmWorld): Promise<void> {
  const epoch = 'tapwise_lease_epoch{lease="tables"}';
  for (let death = 0; death < 5; death += 1) {
    const before = await world.figure(epoch);
    await killPart(world.product, 'projections');
    await eventually(
      () => world.figure(epoch),
      (now) => now !== undefined && now > (before ?? 0),
    );
  }
}

/** Parks a stream and begins a rebuild, which stops at the same event. */
async function failRebuild(world: AlarmWorld): Promise<void> {
  await world.happened(unreadable.stream, unreadable.event);
  await command(world, 'rebuild').catch(() => undefined);
}

/** In this order: what freezes parts comes last. */
export const conditions: readonly Condition[] = [
  { what: 'no backup was ever made', alerts: ['BackupOld'], isFromStart: true, cause: nothing, clear: backup },
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
    what: 'an event cannot be made into rows, and a rebuild stops there',
    alerts: ['StreamsParked', 'RebuildFailed'],
    cause: failRebuild,
    clear: async (world) => {
      await skipParked(world);
      await command(world, 'rebuild');
    },
  },
  {
    what: 'an organization has no ad account',
    alerts: ['AppleAdsStands'],
    cause: linkWithoutAccount,
    clear: bindAccount,
  },
  {
    what: 'the disk of the data is nearly full',
    alerts: ['DiskFull'],
    needsDisk: true,
    cause: async ({ disk }) => disk?.fill(100_000_000),
    clear: async ({ disk }) => disk?.free(),
  },
  {
    what: 'workflows is frozen while a delivery is due',
    alerts: ['DeliveriesLate'],
    cause: async (world) => {
      world.freeze('workflows');
      await queueLateDelivery(world);
    },
    clear: async ({ thaw }) => thaw('workflows'),
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
    window: '1m',
    cause: killWriters,
    clear: nothing,
  },
  {
    what: 'the log is frozen while people and apps call',
    alerts: ['LogTakesNoAppends', 'InputsTurnedAway', 'CallsFail', 'CallsSlow'],
    window: '1m',
    cause: async ({ freeze, postInstalls, post, product }) => {
      freeze('eventstore');
      const calls: Promise<unknown>[] = [];
      await forSeconds(12, async () => {
        calls.push(post(`${product.url}/api/account`, JSON.stringify(signUp)), postInstalls(10));
      });
      await Promise.all(calls);
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
    what: 'api gets the processor half of the time',
    alerts: ['EventLoopBlocked'],
    cause: async ({ freeze, thaw }) => {
      for (let turn = 0; turn < 15; turn += 1) {
        freeze('api');
        await pause(800);
        thaw('api');
        await pause(700);
      }
    },
    clear: nothing,
  },
];
