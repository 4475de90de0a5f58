import { type AdServicesClient, createAdServicesClient } from '@tapwise/infra';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '../../../infra/apple-simulator/src/doors/attribution-token.ts';
import { eventually } from '../../support/product.ts';
import { type SimulatorProcess, startSimulator } from './simulator-process.ts';

let simulator: SimulatorProcess;
let client: AdServicesClient;

beforeAll(async () => {
  simulator = await startSimulator();
  client = createAdServicesClient({ url: `${simulator.url}/api/v1/`, timeoutMs: 5000 });
}, 60_000);

afterAll(async () => {
  await client.close();
  await simulator.stop();
});

const dayMs = 86_400_000;
const token = (person: number | null, age = 0) => mintToken({ person, mintedAt: Date.now() - age });

describe('the attribution service and its client', () => {
  it('agree on the record of development builds', async () => {
    expect(await client.exchange(token(null))).toEqual({ kind: 'test_record' });
  });

  it('agree on tokens that were never minted, and on those that are too old', async () => {
    expect(await client.exchange('garbage')).toEqual({ kind: 'token_rejected' });
    expect(await client.exchange(token(null, dayMs + 60_000))).toEqual({ kind: 'no_record_yet' });
  });

  it('agree that trouble on the other side is no answer', async () => {
    await simulator.faults({ adservices_down: true });
    expect(await client.exchange(token(null))).toMatchObject({ kind: 'unavailable' });
    await simulator.faults({ adservices_down: false });
    expect(
      await eventually(
        () => client.exchange(token(null)),
        (answer) => answer.kind === 'test_record',
      ),
    ).toBeTruthy();
  });
});
