/** The running product that data are made in, through the public calls. */
export interface Target {
  readonly url: string;
  readonly ingestUrl: string;
  /** Only says what would be made. */
  readonly dryRun: boolean;
  /** Milliseconds; days are counted back from here. */
  readonly now: number;
}

export interface Seeded {
  /** What is made, a line each. */
  readonly planned: readonly string[];
  readonly email: string;
  readonly password: string;
  /** Page to look at. */
  readonly path: string;
}

const responseTimeoutMs = 15_000;

/**
 * A call with a JSON body, or without one a question.
 * @throws Error with the server's words for any answer but 2xx.
 */
export async function call(address: string, body?: object): Promise<{ status: number; body: unknown }> {
  const sent =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, { ...sent, signal: AbortSignal.timeout(responseTimeoutMs) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(address).pathname} answered ${response.status}: ${text.slice(0, 300)}`);
  return { status: response.status, body: JSON.parse(text) };
}
