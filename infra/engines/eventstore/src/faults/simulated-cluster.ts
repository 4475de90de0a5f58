import { type GrpcHandler, GrpcServer } from '../grpc/grpc-server.ts';
import type { GossipMember } from '../services/gossip.ts';
import type { MemberState } from './fault-switches.ts';
import { Faults } from './faults.ts';
import { MemberGate } from './member-gate.ts';

interface Member {
  readonly server: GrpcServer;
  readonly gate: MemberGate;
  readonly faults: Faults;
}

/** Makes what a member answers, from its faults and what its gossip says. */
type HandlersOf = (faults: Faults, gossip: () => readonly GossipMember[]) => ReadonlyMap<string, GrpcHandler>;

/** Numbers of gossip for a state. */
const GOSSIP_STATES = { leader: 8, frozen: 8, follower: 6, electing: 2, dead: 6 } as const;

/** Members of a cluster that share one log, so that whatever one has written all of them have. */
export class SimulatedCluster {
  readonly #members: Member[] = [];
  readonly #handlersOf: HandlersOf;
  #states: readonly MemberState[] = [];

  constructor(handlersOf: HandlersOf) {
    this.#handlersOf = handlersOf;
  }

  /** Brings the members into these states, starting those that are new. */
  async become(states: readonly MemberState[]): Promise<void> {
    while (this.#members.length < states.length) this.#members.push(await this.#start());
    this.#states = states;
    for (const [index, { gate, faults }] of this.#members.entries()) {
      const state = states[index] ?? 'dead';
      gate.become(state === 'frozen' || state === 'dead' ? state : 'open');
      faults.switches = state === 'electing' ? { not_ready: 'starting' } : {};
    }
  }

  /** Where each member listens, and how many connections to it are open. */
  get members(): { readonly port: number; readonly connections: number }[] {
    return this.#members.map(({ gate }) => ({ port: gate.port, connections: gate.connections }));
  }

  async close(): Promise<void> {
    for (const { gate } of this.#members) gate.close();
    await Promise.all(this.#members.map(({ server }) => server.stop(0)));
  }

  async #start(): Promise<Member> {
    const faults = new Faults();
    const server = new GrpcServer(this.#handlersOf(faults, () => this.#gossip()));
    const gate = await MemberGate.open(await server.listen('127.0.0.1', 0));
    return { server, gate, faults };
  }

  #gossip(): GossipMember[] {
    const isLed = this.#states.includes('leader');
    return this.#members.map(({ gate }, index) => {
      const state = this.#states[index] ?? 'dead';
      // A leader that fell silent leads, as far as the others know, until one of them does.
      const isAlive = state !== 'dead' && !(state === 'frozen' && isLed);
      return { host: '127.0.0.1', port: gate.port, state: GOSSIP_STATES[state], isAlive };
    });
  }
}
