import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedAggregates, allowedFunctions } from '../../api/src/sql/gate/allowed-functions.ts';
import { refusalReasons, refusedFunctions } from '../../api/src/sql/gate/refused-functions.ts';
import { SqlError } from '../../api/src/sql/sql-error.ts';
import { type AttackedEngine, database, run, startAttackedEngine } from './attacked-engine.ts';

let world: AttackedEngine;
/** Functions of the engine: as it spells them, and whether they are aggregates. */
let functions: readonly (readonly [name: string, isAggregate: number])[];

beforeAll(async () => {
  world = await startAttackedEngine();
  const result = await run(
    world.engines.analyst,
    'SELECT name, is_aggregate FROM system.functions ORDER BY name FORMAT JSONCompactEachRow',
  );
  functions = result
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
});
afterAll(() => world.stop());

const atOnce = 8;

async function runAll<T>(list: readonly T[], task: (element: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < list.length; start += atOnce)
    await Promise.all(list.slice(start, start + atOnce).map(task));
}

const codeOf = (statement: string): Promise<number> =>
  world.gate.verdict(world.engines.analyst, database, statement).then(
    () => 0,
    (error: unknown) => (error instanceof SqlError ? error.code : -1),
  );

const call = (name: string): string => `\`${name}\`()`;

describe('functions of the engine', () => {
  it('are all sorted, each once: allowed, allowed as an aggregate, or refused for one reason', () => {
    const lists = [
      allowedFunctions,
      allowedAggregates,
      ...Object.values(refusalReasons).map((names) => names.split(' ')),
    ];
    const sorted = lists.flatMap((list) => [...list]);
    expect(sorted).toHaveLength(new Set(sorted).size);
    expect(new Set(sorted)).toEqual(new Set(functions.map(([name]) => name.toLowerCase())));
    const aggregates = functions.flatMap(([name, isAggregate]) => (isAggregate === 1 ? [name.toLowerCase()] : []));
    expect([...allowedFunctions].filter((name) => aggregates.includes(name))).toEqual([]);
    expect([...allowedAggregates].filter((name) => !aggregates.includes(name))).toEqual([]);
  });

  it('may be called when they are allowed', async () => {
    const names = functions.map(([name]) => name).filter((name) => !refusedFunctions.has(name.toLowerCase()));
    expect(names.length).toBeGreaterThan(1_500);
    // The parser itself refuses a few that have a grammar of their own; what counts is what the gate says.
    const tryAll = async (some: readonly string[]): Promise<void> => {
      const code = await codeOf(`SELECT ${some.map((name) => `\`${name}\`(1)`).join(', ')}`);
      if (code !== 0 && some.length === 1) expect([46, 497], some[0]).not.toContain(code);
      const half = Math.ceil(some.length / 2);
      if (code !== 0 && some.length > 1) await Promise.all([some.slice(0, half), some.slice(half)].map(tryAll));
    };
    await tryAll(names);
  });

  it('may not be called when they are refused, but columns and aliases may have their names', async () => {
    const names = functions.map(([name]) => name).filter((name) => refusedFunctions.has(name.toLowerCase()));
    await runAll(names, async (name) => {
      expect(await codeOf(`SELECT ${call(name)}`), name).toBe(497);
    });
    const aliases = names.map((name) => `1 AS \`${name}\``).join(', ');
    const columns = names.map((name) => `\`${name}\`, max(\`${name}\`)`).join(', ');
    expect(await codeOf(`SELECT ${columns} FROM (SELECT ${aliases}) GROUP BY ALL`)).toBe(0);
  });

  it('are not handed on by their names where they are refused', async () => {
    const unknownName = 47;
    const otherwiseRefused = [62, 721];
    const taking: string[] = [];
    await runAll([...functions], async ([name, isAggregate]) => {
      if (isAggregate === 1 || refusedFunctions.has(name.toLowerCase())) return;
      const statement = `SELECT \`${name}\`(upper, ['a'])`;
      const result = await run(world.engines.everything, statement, { max_execution_time: '5' }).catch(
        (error: Error) => error,
      );
      const code = result instanceof SqlError ? result.code : 0;
      if (code === unknownName || otherwiseRefused.includes(code)) return;
      taking.push(name);
      expect(await codeOf(`SELECT \`${name}\`(file, ['a'])`), name).toBe(497);
    });
    expect(taking).toEqual(expect.arrayContaining(['arrayMap', 'arrayFold', 'mapFilter', 'arrayPartialSort']));
  });

  it('are sorted with each combinator of the engine too', async () => {
    const result = await run(
      world.engines.analyst,
      'SELECT name FROM system.aggregate_function_combinators WHERE NOT is_internal',
    );
    const refused = ['State', 'SimpleState', 'Merge'];
    const combinators = result.trim().split('\n');
    expect(combinators).toEqual(expect.arrayContaining([...refused, 'Map', 'ForEach', 'If']));
    await runAll(combinators, async (combinator) => {
      const code = refused.includes(combinator) ? 497 : 0;
      expect(await codeOf(`SELECT sum${combinator}(1)`), combinator).toBe(code);
      expect(await codeOf(`SELECT sum${combinator}If(1, 1)`), combinator).toBe(code);
    });
    expect(await codeOf('SELECT upperIf(1)')).toBe(46);
  });
});
