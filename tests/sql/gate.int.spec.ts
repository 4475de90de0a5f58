import { sqlExamples } from '@tapwise/projections/queries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineUser } from '../../api/src/sql/engine/engine-call.ts';
import { SqlError } from '../../api/src/sql/sql-error.ts';
import {
  type AttackedEngine,
  database,
  foreign,
  foreignMarks,
  ownTeam,
  run,
  startAttackedEngine,
} from './attacked-engine.ts';
import { allowed, attacks } from './corpus.ts';
import { otherForms } from './corpus-forms.ts';
import { generatedStatements } from './generated-statements.ts';
import { toolStatements } from './tool-statements.ts';
import { tryStatements } from './try-statements.ts';

let world: AttackedEngine;
let engines: AttackedEngine['engines'];
let gate: AttackedEngine['gate'];

beforeAll(async () => {
  world = await startAttackedEngine();
  ({ engines, gate } = world);
});
afterAll(() => world.stop());

/** The code of a refusal; undefined when the gate lets the statement run, or answers it. */
async function refusal(engine: EngineUser, statement: string): Promise<number | undefined> {
  try {
    await gate.verdict(engine, database, statement);
    return undefined;
  } catch (error) {
    if (error instanceof SqlError) return error.code;
    throw error;
  }
}

const all = Object.entries({ ...attacks, ...otherForms }).flatMap(([kind, statements]) =>
  statements.map((statement) => [kind, statement] as const),
);

/** Does the same with all, some at once. */
async function runAll<T>(list: readonly T[], task: (element: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < list.length; start += atOnce)
    await Promise.all(list.slice(start, start + atOnce).map(task));
}
const atOnce = 8;

describe('the gate', () => {
  it('refuses every attack with a number of its own, of a user too who may do everything', async () => {
    expect(all.length).toBeGreaterThanOrEqual(300);
    await runAll(all, async ([kind, statement]) => {
      const code = await refusal(engines.everything, statement);
      expect([46, 62, 73, 164, 497], `${kind}: ${statement}`).toContain(code);
    });
  });

  it('lets honest statements run, in words that are read in the same way again', async () => {
    await runAll([...allowed, ...sqlExamples.map(({ text }) => text)], async (statement) => {
      const verdict = await gate.verdict(engines.analyst, database, statement);
      if (verdict.kind !== 'run') return;
      const result = run(engines.analyst, verdict.text, { database, param_a: '1' });
      await expect(result, statement).resolves.not.toContain(foreign.name);
      expect(await gate.verdict(engines.analyst, database, verdict.text), statement).toMatchObject({
        text: verdict.text,
      });
    });
  });

  it.for(Object.entries(toolStatements))('lets %s connect and list what there is', async ([, statements]) => {
    await runAll(statements, async (statement) => {
      const verdict = await gate.verdict(engines.analyst, database, statement);
      if (verdict.kind !== 'run') throw new Error(`not run: ${statement}`);
      const format = verdict.format ?? 'TabSeparated';
      const result = run(engines.analyst, verdict.text, { database, param_a: '1', default_format: format });
      await expect(result, statement).resolves.not.toContain(foreign.name);
    });
  });

  it('answers alike about a table of others and one that is not there', async () => {
    const words = async (table: string): Promise<string> => {
      const error = await gate
        .verdict(engines.analyst, database, `SELECT * FROM ${table}`)
        .catch((cause: Error) => cause);
      return String((error as Error).message).replaceAll(table, 'T');
    };
    expect(await words('tapwise.charge_v1')).toBe(await words('tapwise.nothing_v1'));
    const exists = async (table: string) => gate.verdict(engines.analyst, database, `EXISTS TABLE ${table}`);
    expect(await exists('tapwise.charge_v1')).toEqual(await exists('tapwise.nothing_v1'));
  });

  it('remembers verdicts for each user of the engine by itself', async () => {
    const statement = 'SELECT count() FROM campaigns';
    await gate.verdict(engines.analyst, database, statement);
    // Nothing is known of it for another user, so the engine is asked, and refuses that user.
    const stranger = { ...engines.analyst, user: 'sql_10' };
    await expect(gate.verdict(stranger, database, statement)).rejects.toMatchObject({ code: 516 });
  });
});

describe('the rights without the gate', () => {
  it('show no row of another team', async () => {
    const results: string[] = [];
    // What would only take its time, or the process.
    const tried = all.filter(([, statement]) => !/sleep|repeat|space\(|randomString|SHUTDOWN|^exit$/.test(statement));
    await runAll(tried, async ([, statement]) => {
      results.push(await run(engines.analyst, statement, { database }).catch((error: Error) => error.message));
    });
    expect(results).toHaveLength(tried.length);
    for (const result of results) expect(result).not.toMatch(foreignMarks);
    const seen = await run(engines.analyst, 'SELECT campaign_id, name FROM campaigns', { database });
    expect(seen).toBe(`${ownTeam.campaign_id}\tOwn\n`);
    expect(await run(engines.everything, 'SELECT count() FROM tapwise.campaign_current_v1')).toBe('2\n');
  });

  it('name a reader in every view, and a filter of whole numbers for each of its tables', async () => {
    const made = await run(
      engines.analyst,
      `SELECT create_table_query FROM system.tables WHERE database = '${database}' FORMAT JSONCompactEachRow`,
    );
    const views = made.trim().split('\n');
    expect(views.length).toBeGreaterThan(15);
    for (const view of views) expect(view).toContain('DEFINER = sql_9_reader SQL SECURITY DEFINER');
  });
});

describe('generated statements', () => {
  it('show nothing foreign through the gate alone, nor by the rights alone', async () => {
    const made = generatedStatements(1);
    const outcome = await tryStatements(
      world,
      Array.from({ length: 300 }, () => made.next().value),
    );
    expect(outcome.leaks).toEqual([]);
    expect(outcome.refused).toBeGreaterThan(100);
    expect(outcome.ran).toBeGreaterThan(15);
  });
});
