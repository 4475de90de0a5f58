import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLogger, openStandardError } from './logger.ts';

describe('the log of a process', () => {
  it.skipIf(!existsSync('/dev/full'))('ends nothing when its disk is full, however much is said', () => {
    const full = openSync('/dev/full', 'w');
    const logger = createLogger('spec', 'info', openStandardError(full));
    for (let line = 0; line < 3000; line += 1) logger.error({ text: 'x'.repeat(1000) }, 'a call failed');
    expect(() => logger.error('another one')).not.toThrow();
    closeSync(full);
  });
});
