import { UnavailableError } from '@eventstore/db-client';
import type { LogAddress } from './connection-string.ts';
import { askGossip, type Gossip } from './gossip.ts';

/** Milliseconds: for one node to answer, between two looks while a leader is known and while none is, and for a call to wait for one. */
const times = { response: 1000, leader: 2000, noLeader: 200, wait: 2000 };
/** Looks in a row that a leader may miss before it is given up without another one: it may be busy. */
const missedLooks = 3;

export interface LeaderListener {
  /** Another node leads now. */
  onLeader(authority: string): void;
  /** No node leads. */
  onNone(): void;
}

/**
 * Which node of a cluster leads, by what the nodes say about each other: the one that most of them name, if it answers itself. A node that
 * fell silent is noticed sooner this way than by its connection.
 */
export class Leader {
  readonly #address: LogAddress;
  readonly #listener: LeaderListener;
  #authorities: readonly string[];
  #leader: string | undefined;
  #missed = 0;
  #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #closed = false;

  constructor(address: LogAddress, listener: LeaderListener) {
    this.#address = address;
    this.#listener = listener;
    this.#authorities = address.seeds;
  }

  /** `undefined` while a leader is known, else resolves when one is. @throws UnavailableError when none is for a while. */
  leaderKnown(): Promise<void> | undefined {
    if (this.#leader !== undefined) return undefined;
    void this.#look();
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(settle);
        if (this.#leader === undefined) reject(new UnavailableError(undefined, 'No node of the log leads'));
        else resolve();
      };
      const timer = setTimeout(settle, times.wait);
      this.#waiting.add(settle);
    });
  }

  /** The leader failed a call: who leads is looked up before the next one. */
  doubt(): void {
    this.#leader = undefined;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const settle of [...this.#waiting]) settle();
  }

  async #look(): Promise<void> {
    if (this.#looking || this.#closed) return;
    this.#looking = true;
    clearTimeout(this.#timer);
    const leader = await this.#ask();
    this.#looking = false;
    if (this.#closed) return;
    this.#take(leader);
    const hasLeader = this.#leader !== undefined;
    this.#timer = setTimeout(() => void this.#look(), hasLeader ? times.leader : times.noLeader).unref();
  }

  #take(leader: string | undefined): void {
    if (leader === undefined) {
      this.#missed += 1;
      if (this.#leader === undefined || this.#missed < missedLooks) return;
      this.#leader = undefined;
      this.#listener.onNone();
      return;
    }
    this.#missed = 0;
    if (leader !== this.#leader) {
      this.#leader = leader;
      this.#listener.onLeader(leader);
    }
    for (const settle of [...this.#waiting]) settle();
  }

  /** @returns the node that most name and that answers itself, as soon as that is certain. */
  #ask(): Promise<string | undefined> {
    const authorities = this.#authorities;
    const responses = new Map<string, Gossip>();
    return new Promise((resolve) => {
      let open = authorities.length;
      for (const authority of authorities) {
        void askGossip(this.#address, authority, times.response).then((gossip) => {
          open -= 1;
          if (gossip !== undefined) responses.set(authority, gossip);
          const named = mostNamed(responses);
          const isCertain = named !== undefined && named.votes > authorities.length / 2 && responses.has(named.leader);
          if (!isCertain && open > 0) return;
          this.#learn(responses);
          resolve(named && this.#confirmed(named.leader, authorities, responses));
        });
      }
    });
  }

  /** @returns the node when it answers itself. */
  async #confirmed(
    leader: string,
    authorities: readonly string[],
    responses: ReadonlyMap<string, Gossip>,
  ): Promise<string | undefined> {
    if (authorities.includes(leader)) return responses.has(leader) ? leader : undefined;
    // The cluster calls it by another address than the connection string does.
    return (await askGossip(this.#address, leader, times.response)) === undefined ? undefined : leader;
  }

  /** Nodes that the cluster names are asked as well from now on. */
  #learn(responses: ReadonlyMap<string, Gossip>): void {
    const named = [...responses.values()].flatMap(({ members }) => members);
    if (named.length > 0) this.#authorities = [...new Set([...this.#address.seeds, ...named])];
  }
}

function mostNamed(responses: ReadonlyMap<string, Gossip>): { leader: string; votes: number } | undefined {
  const votes = new Map<string, number>();
  for (const { leader } of responses.values())
    if (leader !== undefined) votes.set(leader, (votes.get(leader) ?? 0) + 1);
  const [first] = [...votes].toSorted((entry, other) => other[1] - entry[1]);
  return first && { leader: first[0], votes: first[1] };
}
