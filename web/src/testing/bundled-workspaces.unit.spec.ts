import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundledWorkspaces } from './bundled-workspaces.ts';

const folder = `${mkdtempSync(join(tmpdir(), 'workspace-'))}/`;
afterAll(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const nameNow = () => bundledWorkspaces([folder]).name;

describe('workspaces that are bundled for the tests', () => {
  mkdirSync(join(folder, 'src/days'), { recursive: true });
  write(
    'package.json',
    JSON.stringify({ name: 'part', exports: { '.': './src/index.ts', './days': './src/days/days.ts' } }),
  );
  write('src/days/days.ts', 'export const week = 7;');

  it('are bundled with all that can be imported of them', () => {
    const { config } = bundledWorkspaces([folder]);
    expect((config as () => unknown)()).toEqual({ optimizeDeps: { include: ['part', 'part/days'] } });
  });

  it('are bundled again when a source is another, is new or is gone, and not for a spec', () => {
    const names = [nameNow()];
    write('src/days/days.unit.spec.ts', 'a spec');
    expect(nameNow()).toBe(names[0]);
    write('src/days/days.ts', 'export const week = 8;');
    names.push(nameNow());
    write('src/days/months.ts', '');
    names.push(nameNow());
    rmSync(join(folder, 'src/days/days.ts'));
    names.push(nameNow());
    expect(new Set(names).size).toBe(names.length);
  });
});
