import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lockfileSchema, resolve } from './lockfile.ts';

const { packages } = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** Folders of all packages that a workspace needs, its own included. */
function neededBy(workspace: string): string[] {
  const needed = new Set([workspace]);
  for (const folder of needed) {
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = resolve(packages, folder, name);
      // A workspace is a link to its folder.
      if (target !== undefined)
        needed.add(packages[target]?.link === true ? (packages[target].resolved ?? target) : target);
    }
  }
  return [...needed];
}

const isEngine = (folder: string): boolean => /^infra\/engines\/|(^|\/)node_modules\/(chdb|@chdb)/.test(folder);

describe('beside real servers', () => {
  it.each(['api', 'sdk-ingest', 'projections', 'workflows'])('%s needs no embedded engine', (part) => {
    const needed = neededBy(part);
    expect(needed).toContain('infra/adapters');
    expect(needed.filter(isEngine)).toEqual([]);
  });

  it('chDB is needed by the embedded ClickHouse', () => {
    expect(neededBy('infra/engines/clickhouse').filter(isEngine)).toContain('node_modules/chdb');
  });
});
