import { createLogger } from '@tapwise/adapters';
import type { Random } from '../../../projections/src/testing/random/seeded-random.ts';
import { AdMarket, type MarketKeyword } from './engines/ad-market.ts';
import { AdObjects } from './engines/ad-objects.ts';
import { AdReports, openAdReports } from './engines/ad-reports.ts';
import { AlertReceivers, openAlertReceivers } from './engines/alert-receivers.ts';
import { CustomerServer, openCustomerServer } from './engines/customer-server.ts';
import { Mailbox, openMailbox } from './engines/mailbox.ts';
import { MemoryLog } from './engines/memory-log.ts';
import { MemoryTables, openMemoryTables } from './engines/memory-tables.ts';
import { openMemoryLog } from './engines/memory-transport.ts';
import { Keys, openReadableVault } from './engines/readable-vault.ts';
import { type Ingest, openIngest } from './parts/ingest.ts';
import { runProjector } from './parts/projector.ts';
import { runWorkflows } from './parts/workflows.ts';
import { LogRecord } from './records/log-record.ts';
import { type FaultKind, Network } from './time/network.ts';
import { Machine, type VirtualTime } from './time/virtual-time.ts';

/** Parts of the product that run twice. */
export const parts = ['sdk-ingest', 'projections', 'workflows'] as const;
export type Part = (typeof parts)[number];

/** A process on its machine. After the machine's death another takes its place. */
export interface Replica {
  readonly part: Part;
  readonly name: string;
  machine: Machine;
  /** Of `sdk-ingest`: what takes calls. */
  ingest: Ingest | undefined;
}

const logger = createLogger('simulation', 'silent');
/** Clocks of machines differ by up to so much. */
const mostAheadMs = 500;
const frozenMs = { briefly: 12_000, long: 900_000 };
const restartMs = { least: 200, most: 15_000 };

/** What a run is about, beside installs, mails and changes of bids. */
export type Scene =
  | 'people'
  | 'standstills'
  | 'webhooks'
  | 'rules'
  | 'creations'
  | 'custom rules'
  | 'replays'
  | 'erasure';

/** Whether a customer has a server. */
export const hasWebhooks = (scene: Scene): boolean => scene === 'webhooks' || scene === 'replays';

interface WorldOptions {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly keywords: readonly MarketKeyword[];
  readonly scene: Scene;
}

/** Engines in memory, the network, and two of each part over them. */
export class World {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly log: MemoryLog;
  readonly record: LogRecord;
  readonly tables = new MemoryTables();
  readonly network: Network;
  readonly mailbox: Mailbox;
  readonly market: AdMarket;
  readonly objects: AdObjects;
  readonly reports: AdReports;
  readonly customer: CustomerServer;
  readonly receivers = new AlertReceivers();
  /** Of what is encrypted. */
  readonly keys = new Keys();
  readonly scene: Scene;
  readonly replicas: readonly Replica[];
  readonly faults = new Map<FaultKind, number>();
  /** What ended a program by itself. */
  readonly exits: unknown[] = [];
  readonly #programs: AbortController[] = [];

  constructor({ time, random, keywords, scene }: WorldOptions) {
    this.time = time;
    this.random = random;
    this.scene = scene;
    const now = (): number => time.now();
    this.log = new MemoryLog(now);
    this.record = new LogRecord(this.log, this.keys);
    this.mailbox = new Mailbox(this.log, now);
    this.market = new AdMarket(keywords, (row) => this.record.isOpen(row), now);
    this.objects = new AdObjects(this.market, now);
    this.reports = new AdReports(this.market.keywords);
    this.customer = new CustomerServer(this.record.webhooks);
    this.network = new Network({
      time,
      random,
      crash: (machine) => this.#die(machine),
      freeze: (machine) => this.freeze(machine),
      count: this.count,
    });
    this.replicas = parts.flatMap((part) =>
      [1, 2].map((number): Replica => {
        const name = `${part} ${number}`;
        return { part, name, machine: new Machine(name, this.#ahead()), ingest: undefined };
      }),
    );
    for (const replica of this.replicas) this.#start(replica);
  }

  readonly count = (kind: FaultKind): void => void this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);

  kill({ machine }: Replica): void {
    this.count('crash');
    this.#die(machine);
  }

  /** For a moment, or as long as a machine that was suspended or swapped out. */
  freeze(machine: Machine): void {
    this.count('freeze');
    const mostMs = this.random.next() < 0.5 ? frozenMs.briefly : frozenMs.long;
    machine.frozenUntil = this.time.now() + this.random.next() * mostMs;
  }

  /** Ends all programs, when nothing is looked at any more: what waits for a signal would be kept as long as this process runs. */
  end(): void {
    for (const program of this.#programs) program.abort();
  }

  /** The log as a program outside of all machines reaches it. */
  openLog() {
    return openMemoryLog(this);
  }

  #die(machine: Machine): void {
    if (!machine.isAlive) return;
    machine.isAlive = false;
    const replica = this.replicas.find((candidate) => candidate.machine === machine);
    if (replica === undefined) return;
    replica.ingest = undefined;
    const { least, most } = restartMs;
    this.time.after(least + this.random.next() * (most - least), () => this.#restart(replica), undefined);
  }

  #restart(replica: Replica): void {
    replica.machine = new Machine(replica.name, this.#ahead());
    this.#start(replica);
  }

  #ahead(): number {
    return Math.floor((this.random.next() * 2 - 1) * mostAheadMs);
  }

  #start(replica: Replica): void {
    const { machine, part } = replica;
    this.time.on(machine, () => {
      const log = this.openLog();
      const program = new AbortController();
      const { signal } = program;
      this.#programs.push(program);
      if (part === 'sdk-ingest') replica.ingest = openIngest(log);
      else
        this.#run(replica, () => {
          if (part === 'projections')
            return runProjector({ log, client: openMemoryTables(this.tables, this.network), logger }, signal);
          const sender = openMailbox(this.mailbox, this.network);
          const client = hasWebhooks(this.scene) ? openCustomerServer(this) : undefined;
          const hasCustomRules = this.scene === 'custom rules';
          const receivers = hasCustomRules ? openAlertReceivers(this) : undefined;
          const hasRules = hasCustomRules || this.scene === 'rules';
          const tables = hasRules ? openMemoryTables(this.tables, this.network) : undefined;
          const searchAds = openAdReports(this);
          const creates = this.scene === 'creations';
          const erasing = this.scene === 'erasure' ? openReadableVault(this.keys, this.network) : undefined;
          return runWorkflows({ log, sender, searchAds, client, tables, receivers, creates, erasing, logger }, signal);
        });
    });
  }

  /** A program that ends by itself is started again, as `npm start` does. */
  #run({ machine }: Replica, program: () => Promise<void>): void {
    program().then(
      () => this.#die(machine),
      (error: unknown) => {
        this.exits.push(error);
        this.#die(machine);
      },
    );
  }
}
