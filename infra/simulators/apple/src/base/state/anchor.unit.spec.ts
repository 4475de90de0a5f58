import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadAnchor } from './anchor.ts';
import { openStateFolder } from './state-folder.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'anchor-'));
});
afterEach(() => rmSync(path, { recursive: true }));

const wanted = { version: 2, seed: 1, scale: 1, movement: 'on', historyMonths: 14, now: 1_795_000_000_000 } as const;

describe('anchor', () => {
  it('is fixed at the first start of a folder, whatever is wanted later', () => {
    const first = loadAnchor(openStateFolder(path), wanted);
    const later = { version: 3, seed: 2, scale: 5, movement: 'off', historyMonths: 3, now: wanted.now + 1e9 } as const;
    expect(loadAnchor(openStateFolder(path), later)).toEqual(first);
    expect(first).toMatchObject({
      version: 2,
      movement: 'on',
      historyMonths: 14,
      startedAt: wanted.now,
      anchorDay: 20_775,
    });
  });

  it('stays in the first market where a folder was made before there was another', () => {
    const made = { seed: 1, scale: 0.5, anchor_day: 20_700, started_at: 1_788_480_000_000 };
    writeFileSync(join(path, 'world.json'), JSON.stringify(made));
    expect(loadAnchor(openStateFolder(path), wanted)).toMatchObject({ version: 1, scale: 0.5, anchorDay: 20_700 });
  });
});
