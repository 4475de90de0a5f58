import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedClickHouseNode, startClickHouseNode } from '../../support/engines/clickhouse-node.ts';
import { againstRealServer } from './clickhouse-under-test.ts';
import { exchange } from './http-exchange.ts';
import { INJECTED, type RawConversation, randomConversation } from './random-requests.ts';
import { readResponses } from './raw-responses.ts';

/** Conversations at once. */
const CALLERS = 12;

/** Of other forms at each run; `CLICKHOUSE_FUZZ_REQUESTS=20000` for a longer one. */
const REQUESTS = Number(process.env.CLICKHOUSE_FUZZ_REQUESTS ?? 5000);

/** A conversation that is not over by then hangs: nothing in it takes the node longer than some milliseconds. */
const LONGEST_CONVERSATION_MS = 20_000;

/** `CLICKHOUSE_FUZZ_SEED=12` runs the same requests again, `CLICKHOUSE_FUZZ_SEED=12:345` the 345th conversation alone. */
const [SEED, ONLY] = (process.env.CLICKHOUSE_FUZZ_SEED ?? String(Date.now() % 1_000_000)).split(':').map(Number);

let node: StartedClickHouseNode;
let complaints = '';

beforeAll(async () => {
  node = await startClickHouseNode({ env: { CLICKHOUSE_USER: 'reporter', CLICKHOUSE_PASSWORD: 'secret' } });
  node.process.stderr?.on('data', (text: Buffer) => {
    complaints += text.toString('utf8');
  });
});

afterAll(() => node.stop());

describe.skipIf(againstRealServer)(`${REQUESTS} requests of any form (CLICKHOUSE_FUZZ_SEED=${SEED})`, () => {
  it('leave the node running, each answered in well-formed HTTP that repeats no header of theirs', async () => {
    let next = ONLY ?? 0;
    let requests = 0;
    const faults: string[] = [];
    const caller = async (): Promise<void> => {
      while (requests < REQUESTS && faults.length === 0) {
        const number = next++;
        const conversation = randomConversation(SEED ?? 0, number);
        requests += conversation.requests;
        const fault = await converse(conversation);
        if (fault !== undefined) faults.push(`CLICKHOUSE_FUZZ_SEED=${SEED}:${number}: ${fault}`);
        if (ONLY !== undefined) requests = REQUESTS;
      }
    };
    await Promise.all(Array.from({ length: ONLY === undefined ? CALLERS : 1 }, caller));
    expect(faults).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(REQUESTS);
    expect(await exchange(node.url, { params: { query: 'SELECT 6 * 7' } })).toMatchObject({
      status: 200,
      text: '42\n',
    });
    expect(node.process.exitCode).toBeNull();
    expect(complaints).toBe('');
  });
});

/** Holds one conversation over a connection of its own. Returns what was wrong with the node's part of it. */
function converse(conversation: RawConversation): Promise<string | undefined> {
  const { hostname, port } = new URL(node.url);
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    const end = (fault?: string): void => {
      socket.destroy();
      resolve(fault);
    };
    socket.setTimeout(LONGEST_CONVERSATION_MS, () => end('the node neither answers nor closes the connection'));
    socket.once('connect', () => {
      for (const part of conversation.parts) socket.write(part);
      if (conversation.breaksOff) socket.end(() => end());
    });
    socket.on('data', (bytes) => received.push(bytes));
    // The node may close a connection it cannot make sense of while the rest is still being sent.
    socket.once('error', (error: NodeJS.ErrnoException) => {
      end(error.code === 'ECONNREFUSED' ? 'the node refuses connections' : undefined);
    });
    socket.once('end', () => end(verify(conversation, Buffer.concat(received))));
  });
}

function verify(conversation: RawConversation, bytes: Buffer): string | undefined {
  const responses = readResponses(bytes, conversation.methods);
  if (typeof responses === 'string') return responses;
  if (!conversation.isMalformed && responses.length !== conversation.requests) {
    return `${responses.length} answers to ${conversation.requests} requests`;
  }
  const injected = responses.find(({ headers }) => headers.has(INJECTED.toLowerCase()));
  return injected === undefined ? undefined : 'a request put a header of its own into the answer';
}
