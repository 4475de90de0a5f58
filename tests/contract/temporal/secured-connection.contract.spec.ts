import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTemporal, readEnvironment, temporalAddress, temporalConnectionOptions } from '@tapwise/adapters';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTlsParties, type TlsParties } from '../../support/machine/certificates.ts';
import { type SecuredCall, type SecuredServer, startSecuredServer } from '../../support/stand-ins/stand-in-temporal.ts';

const serverName = 'temporal.test';
const path = '/temporal.api.workflowservice.v1.WorkflowService/GetSystemInfo';
let folder: string;
let parties: TlsParties;
let server: SecuredServer;
let variables: Record<string, string>;

const write = (name: string, content: string): string => {
  const file = join(folder, name);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secured-temporal-'));
  parties = await createTlsParties(serverName);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  server = await startSecuredServer(parties);
  variables = {
    TEMPORAL_ADDRESS: server.address,
    TEMPORAL_TLS_SERVER_NAME: serverName,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: write('authority.pem', parties.authority.certificate),
    TEMPORAL_TLS_CLIENT_CERT_PATH: write('client.pem', parties.client.certificate),
    TEMPORAL_TLS_CLIENT_KEY_PATH: write('client.key', parties.client.key),
    TEMPORAL_API_KEY_FILE: write('api-key', 'key-of-the-test\n'),
  };
  return () => server.stop();
});

/** The address as a process reads it from its variables. */
function addressFrom(overrides: Record<string, string> = {}) {
  const address = temporalAddress(readEnvironment({ ...variables, ...overrides }));
  if (address === undefined) throw new Error('No address');
  return address;
}

const connections = {
  client: async (address = addressFrom()): Promise<void> => {
    const attempt = new AbortController();
    const faults: unknown[] = [];
    const onFault = (error: unknown): void => {
      faults.push(error);
      attempt.abort(error);
    };
    await (await connectTemporal(address, { signal: attempt.signal, onFault })).close();
  },
  worker: async (address = addressFrom()): Promise<void> => {
    await (await NativeConnection.connect(temporalConnectionOptions(address))).close();
  },
};

describe.each(['client', 'worker'] as const)('the connection of the %s', (kind) => {
  const connect = connections[kind];

  it("names the server, shows the client's certificate and sends the API key", async () => {
    await connect();
    expect(server.calls).toContainEqual<SecuredCall>({
      path,
      serverName,
      clientName: 'client.test',
      authorization: 'Bearer key-of-the-test',
    });
  });

  it('refuses a server that the authority did not sign', async () => {
    const { authority } = await createTlsParties(serverName);
    const file = write('other-authority.pem', authority.certificate);
    await expect(connect(addressFrom({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: file }))).rejects.toThrow();
    expect(server.calls).toEqual([]);
  });

  it('refuses a server of another name', async () => {
    await expect(connect(addressFrom({ TEMPORAL_TLS_SERVER_NAME: 'other.test' }))).rejects.toThrow();
    expect(server.calls).toEqual([]);
  });

  it('reads its files again each time it is made', async () => {
    const address = addressFrom();
    await connect(address);
    write('api-key', 'renewed');
    await connect(address);
    const keys = server.calls.map(({ authorization }) => authorization);
    expect(new Set(keys)).toEqual(new Set(['Bearer key-of-the-test', 'Bearer renewed']));
  });
});
