import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiService, startApi } from '../../../tests/support/services/api-service.ts';
import { type IngestService, startIngestService } from '../../../tests/support/services/ingest-service.ts';
import { type Mailing, startMailing } from '../../../tests/support/workers/mailing.ts';
import { makeShape } from './make-shape.ts';
import { signIn } from './people.ts';
import { shapes } from './shapes.ts';
import type { Target } from './target.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapwise-seeds-'));
let api: ApiService;
let ingest: IngestService;
let mailing: Mailing;
let target: Target;

beforeAll(async () => {
  api = await startApi({ demo: true, settings: { outbox: join(folder, 'outbox') } });
  const eventStore = { url: api.addresses.EVENTSTORE_URL, stop: async () => undefined };
  [mailing, ingest] = await Promise.all([startMailing(api, { folder }), startIngestService({}, { eventStore })]);
  const url = await api.listen();
  await ingest.app.listen({ port: 0, host: '127.0.0.1' });
  const ingestUrl = `http://127.0.0.1:${(ingest.app.server.address() as AddressInfo).port}`;
  target = { url, ingestUrl, log: api.log, now: Date.now(), patienceMs: 30_000 };
});
afterAll(async () => {
  await mailing.stop();
  await ingest.stop();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const shapeOf = (name: string) => shapes[name] ?? expect.fail(`no state ${name}`);

describe('a state of a team', () => {
  // A state with 20,000 keywords takes a minute; its events are made by the same decisions as those of pulls.
  it.each(Object.keys(shapes).filter((name) => name !== 'big'))(
    '%s is made once, and can be looked at',
    async (name) => {
      const shape = shapeOf(name);
      expect(await makeShape(shape, target)).toBe('made');
      const made = await signIn(target, shape.person);
      const position = await api.log.lastPosition();
      expect(await makeShape(shape, target)).toBe('exists');
      const again = await signIn(target, shape.person);
      expect(again).toEqual({ ...made, token: again.token });
      // Only people have signed in.
      const added = await api.log.countAfter(position, 100);
      expect(added).toBeLessThanOrEqual(4);
    },
  );
});
