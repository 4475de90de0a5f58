import type { EventLog } from '@tapwise/adapters';

/** The running product that data are made in: by its public calls, and what outside services would report by the domain's decisions. */
export interface Target {
  readonly url: string;
  readonly ingestUrl: string;
  readonly log: EventLog;
  /** Milliseconds; days are counted back from here. */
  readonly now: number;
  /** How long is waited for what the product does in the background. */
  readonly patienceMs: number;
}

/** Who signs in to look at a state. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A state of a team that can be made. */
export interface Shape {
  /** What is made, a line each. */
  readonly planned: readonly string[];
  readonly person: Person;
  /** Page to look at. */
  readonly path: string;
  /** Makes all of it that is not there yet. */
  make(target: Target): Promise<void>;
  /** @throws Error when the product shows something else than was made. */
  verify(target: Target): Promise<void>;
}

const responseTimeoutMs = 15_000;

/**
 * A call with a JSON body, or without one a question.
 * @throws Error with the server's words for any answer but 2xx.
 */
export async function call(address: string, body?: object): Promise<unknown> {
  const sent =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, { ...sent, signal: AbortSignal.timeout(responseTimeoutMs) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(address).pathname} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
