import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandPrograms } from './command-programs.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
const [, names = ''] = /^const bundledCommands = \[(.*)\];$/m.exec(textOf('infra/operations/bootstrap.mjs')) ?? [];
const bundledCommands = names.split(', ').map((name) => name.replaceAll("'", ''));

// Specs start commands from their bundles; the specs of backups start theirs as people do.
it('npm runs each bundled command by its name', () => {
  expect(bundledCommands).toEqual(['as-of', 'backup', 'billing', 'operator', 'rebuild', 'restore']);
  for (const command of bundledCommands) {
    expect(commandPrograms).toHaveProperty([command]);
    expect(scripts[command]).toBe(`exec node infra/operations/bootstrap.mjs ${command}`);
  }
});
