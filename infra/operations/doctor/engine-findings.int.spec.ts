import { readEnvironment } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedClickHouseNode, startClickHouseNode } from '../../../tests/support/engines/clickhouse-node.ts';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { freePort } from '../start/free-port.ts';
import { engineFindings, isAtLeast } from './engine-findings.ts';

let log: EventStoreUnderTest;
let tables: StartedClickHouseNode;
beforeAll(async () => {
  log = await startEventStore();
  tables = await startClickHouseNode({ env: { CLICKHOUSE_USER: 'tapwise', CLICKHOUSE_PASSWORD: 'doctor' } });
});
afterAll(async () => {
  await tables.stop();
  await log.stop();
});

const tablesUrl = (password = 'doctor', path = ''): string => {
  const url = new URL(tables.url);
  Object.assign(url, { username: 'tapwise', password });
  return `${url}${path}`;
};
const findings = (variables: Record<string, string>) => engineFindings(readEnvironment(variables));

describe('the doctor on engines', () => {
  it('does not look at embedded ones', async () => {
    expect(await findings({})).toEqual([]);
  });

  it('finds their versions, and that they take what the product does', async () => {
    const engines = await findings({ EVENTSTORE_URL: log.url, CLICKHOUSE_URL: tablesUrl() });
    expect(engines.filter(({ ok }) => !ok)).toEqual([]);
    expect(engines.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^EventStoreDB \d+\.\d+/),
      'the log can be read as a whole and takes appends',
      expect.stringMatching(/^ClickHouse \d+\.\d+/),
      'databases and tables can be made, written, exchanged and dropped',
      'users of SQL can be made',
    ]);
  });

  it('says what does not answer, and repeats no password', async () => {
    const port = await freePort();
    const engines = await findings({
      EVENTSTORE_URL: `esdb://admin:secret-words@127.0.0.1:${port}?tls=false&defaultDeadline=1000`,
      CLICKHOUSE_URL: tablesUrl('secret-words'),
    });
    expect(engines.map(({ ok }) => ok)).toEqual([false, false, false]);
    expect(JSON.stringify(engines)).not.toContain('secret-words');
  });

  it('misses a cluster that the tables do not know', async () => {
    const engines = await findings({ CLICKHOUSE_URL: tablesUrl('doctor', '?cluster=elsewhere'), SQL_PORT: 'off' });
    expect(engines).toMatchObject([{ ok: false }]);
  });

  it('compares versions by their numbers', () => {
    expect(isAtLeast('23.10.6', '23.10')).toBe(true);
    expect(isAtLeast('23.9.9', '23.10')).toBe(false);
    expect(isAtLeast('26.7.2.1', '26.7')).toBe(true);
    expect(isAtLeast('', '23.10')).toBe(true);
  });
});
