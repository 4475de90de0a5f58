import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, type EventLog, handleCommand, openEventLog } from '@tapwise/adapters';
import { decideAttribution, installDecider, installStream, recordInstall } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../tests/support/facts/settings.ts';
import { eventually } from '../../../tests/support/product/product.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { attributionRequests } from '../users/retry-attribution/retry-attribution.requests.ts';
import { checkpointsIn } from './checkpoint.ts';
import { followRequests } from './follow-requests.ts';

let node: EventStoreUnderTest;
let log: EventLog;
let folder: string;

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  folder = mkdtempSync(join(tmpdir(), 'follow-requests-'));
});

afterAll(async () => {
  await log.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = '2026-02-01T08:00:00.000Z';

async function report(install_id: string, attribution_token: string | null = 't'): Promise<void> {
  const nothing = { sdk_version: null, app_version: null, os_version: null, device_class: null, locale: null };
  const report = {
    application_id: 1,
    install_id,
    first_launch_at: at,
    received_at: at,
    attribution_token,
    ...nothing,
  };
  await handleCommand(log, {
    stream: installStream(1, install_id),
    decider: installDecider,
    cause: `reported ${attribution_token}`,
    context: asTest,
    decide: (state) => recordInstall(state, report, { outcome: 'pending' }),
  });
}

async function settle(install_id: string): Promise<void> {
  await handleCommand(log, {
    stream: installStream(1, install_id),
    decider: installDecider,
    cause: 'settled',
    context: asTest,
    decide: (state) =>
      decideAttribution(state, { outcome: 'organic', reason: 'not_by_ads' }, { decided_at: at, answered: false }),
  });
}

/** A follower whose workflow engine is up or down; `started` are the installs it was asked to start, one entry for each time. */
function follower(file: string) {
  const stopping = new AbortController();
  const started: string[] = [];
  const engine = { up: true, refused: 0 };
  const start = async (_contract: unknown, input: unknown): Promise<void> => {
    const { install_id } = input as { install_id: string };
    if (!engine.up) {
      engine.refused += 1;
      throw new Error('The engine is down');
    }
    started.push(install_id);
  };
  const runner: ProcessRunner = { engine: 'temporal', start, wake: start };
  const running = followRequests({
    log,
    kinds: [attributionRequests],
    checkpoint: checkpointsIn(log, 1)(file),
    runner,
    logger: createLogger('test', 'silent'),
    signal: stopping.signal,
  });
  const stop = async () => {
    stopping.abort();
    await running;
  };
  return { started, engine, stop };
}

const holds = (list: readonly string[], ...wanted: string[]) =>
  eventually(
    async () => [...list].sort(),
    (current) => wanted.every((name) => current.includes(name)),
  );

describe('starting what the log asks for', () => {
  it('starts one for each install that stays open, and none for one that was settled', async () => {
    await report('open-1');
    await report('settled-1');
    await settle('settled-1');
    const { started, stop } = follower('one');
    await holds(started, 'open-1');
    await report('open-2');
    await holds(started, 'open-1', 'open-2');
    await stop();
    expect(started.sort()).toEqual(['open-1', 'open-2']);
  });

  it('starts one for an install without a token when its token comes', async () => {
    const { started, stop } = follower('token');
    await report('no-token', null);
    await report('other');
    await holds(started, 'other');
    expect(started).not.toContain('no-token');
    await report('no-token', 'late');
    await holds(started, 'no-token');
    await stop();
    await settle('no-token');
    await settle('other');
  });

  it('loses none while workflows cannot be started', async () => {
    const { started, engine, stop } = follower('two');
    engine.up = false;
    await report('late-1');
    await report('late-2');
    await eventually(
      async () => engine.refused,
      (refused) => refused > 1,
    );
    engine.up = true;
    await holds(started, 'late-1', 'late-2');
    await stop();
  });

  it('goes on where it was after a restart, and starts what it had not started', async () => {
    await settle('open-1');
    const first = follower('three');
    await holds(first.started, 'open-2');
    const checkpoint = checkpointsIn(log, 1)('three');
    await eventually(
      () => checkpoint.read(),
      (position) => position !== undefined && position >= 0n,
    );
    first.engine.up = false;
    await report('over-restart');
    await eventually(
      async () => first.engine.refused,
      (refused) => refused > 0,
    );
    await first.stop();
    const second = follower('three');
    await holds(second.started, 'over-restart');
    await second.stop();
    expect(second.started).not.toContain('open-1');
  });
});
