import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '@tapwise/adapters';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepInFile } from './kept-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is written whole by two processes at once', async () => {
  const file = join(folder, 'run', 'counters.json');
  const warn = vi.fn<(details: object, text: string) => void>();
  const logger = { warn } as unknown as Logger;
  const contents = ['a', 'b'].map((letter) => ({ counted: letter.repeat(100_000) }));
  for (let round = 0; round < 5; round += 1) {
    const kept = contents.map((content) => keepInFile(file, () => content, logger));
    for (const { changed } of kept) changed();
    await Promise.all(kept.map(({ close }) => close()));
    expect(contents).toContainEqual(JSON.parse(readFileSync(file, 'utf8')));
  }
  expect(warn).not.toHaveBeenCalled();
});
