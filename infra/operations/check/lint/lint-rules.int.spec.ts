import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../run-tool.ts';

const root = join(import.meta.dirname, '../../../..');
const rules = 'plain-code.grit';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapwise-lint-'));
  await cp(join(import.meta.dirname, rules), join(folder, rules));
  const config = { plugins: [`./${rules}`], linter: { rules: { preset: 'none' } } };
  await writeFile(join(folder, 'biome.json'), JSON.stringify(config));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whether the linter accepts a file, and what it says. */
async function lint(source: string): Promise<{ ok: boolean; output: string }> {
  await writeFile(join(folder, 'sample.ts'), source);
  const biome = join(root, 'node_modules/.bin/biome');
  const { ok, output } = await runTool('lint', biome, ['lint', `--config-path=${folder}`, join(folder, 'sample.ts')]);
  return { ok, output };
}

describe('the linter', () => {
  it.each([
    ['a literal object that is spread', 'export const point = { x: 1, ...{ y: 2, z: 3 } };'],
    ['a literal array that is spread', "export const names = [...['ad group', 'keyword'], 'campaign'];"],
    ['a constant array that is spread', 'export const numbers = [...([1, 2] as const)];'],
    ['an array of constants taken apart', 'const [low, high] = [1, 2];\nexport const sum = low + high;'],
  ])('refuses %s', async (_, source) => {
    const { ok, output } = await lint(source);
    expect(ok).toBe(false);
    expect(output).toContain('Write the values out where they are used.');
  });

  it.each([
    ['a parameter', 'export type Part = Parameters<typeof read>[1];'],
    ['a field of one', "export type Name = Pick<Parameters<typeof read>[0], 'name'>;"],
    ['a list of one', 'export const first = (parts: Parameters<typeof read>[0][]) => parts[0];'],
  ])('refuses the type of %s that is read off a function', async (_, use) => {
    const { ok, output } = await lint(`declare function read(part: { name: string }, at: number): void;\n${use}\n`);
    expect(ok).toBe(false);
    expect(output).toContain('Export the type where it is made.');
  });

  it.each(['known', 'asked', 'each', 'place', 'acting'])('refuses the name %s', async (name) => {
    const { ok, output } = await lint(`export const read = (${name}: number): number => ${name} + 1;`);
    expect(ok).toBe(false);
    expect(output).toContain('Name what this holds');
  });

  it('accepts spreads of values, results taken apart, and fields of events by their names', async () => {
    const source = `
export const both = (join: (first: number[]) => void, ...rest: Parameters<typeof join>) => join(...rest);
export function joined(first: number[], event: { known: boolean }, pair: [number, number]): number[] {
  const { known } = event;
  const [low, high] = pair;
  return known ? [...first, low] : [...first, high, ...(known ? [1] : [])];
}
`;
    expect(await lint(source)).toMatchObject({ ok: true });
  });
});
