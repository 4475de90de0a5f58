import { type GrpcHandler, UNLIMITED_STREAMS } from '../grpc/grpc-server.ts';
import type { GossipMember } from '../services/gossip.ts';
import { methods } from '../services/methods.ts';
import { unary } from '../services/unary.ts';
import type { EventLog } from '../store/event-log.ts';
import { parseFaultSwitches } from './fault-switches.ts';
import { Faults } from './faults.ts';
import { SimulatedCluster } from './simulated-cluster.ts';

const CONTROL_PATH = '/tapwise.eventstore.Faults/Set';

/** What a node answers, with its faults and what switches them. */
export class FaultControl {
  readonly #log: EventLog;
  readonly #maxAppendBytes: number;
  readonly #members: () => readonly GossipMember[];
  readonly #faults = new Faults();
  readonly #cluster: SimulatedCluster;

  constructor(log: EventLog, maxAppendBytes: number, members: () => readonly GossipMember[]) {
    this.#log = log;
    this.#maxAppendBytes = maxAppendBytes;
    this.#members = members;
    this.#cluster = new SimulatedCluster((faults, named) => methods({ log, faults, maxAppendBytes, members: named }));
  }

  /** @param switchable Whether there is a call that switches faults on. */
  handlers(switchable: boolean, limitStreams: (count: number) => void): Map<string, GrpcHandler> {
    const handlers = methods({
      log: this.#log,
      faults: this.#faults,
      maxAppendBytes: this.#maxAppendBytes,
      members: this.#members,
    });
    if (switchable)
      handlers.set(
        CONTROL_PATH,
        unary((request) => this.#set(request.toString('utf8'), limitStreams)),
      );
    return handlers;
  }

  close(): Promise<void> {
    return this.#cluster.close();
  }

  async #set(text: string, limitStreams: (count: number) => void): Promise<Buffer> {
    const switches = parseFaultSwitches(text);
    this.#faults.switches = switches;
    limitStreams(switches.streams ?? UNLIMITED_STREAMS);
    if (switches.members !== undefined) await this.#cluster.become(switches.members);
    return Buffer.from(JSON.stringify({ members: this.#cluster.members }));
  }
}
