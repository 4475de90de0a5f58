import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { partLines } from './part-lines.ts';
import { endOfLog, lastError, whyEnded } from './why-ended.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'why-ended-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const json = (level: number, msg: string, message?: string): string =>
  JSON.stringify({ level, msg, ...(message === undefined ? {} : { err: { message } }) });

describe('why a part ended', () => {
  it('is the newest error in its log, of JSON or of a program', () => {
    const taken = 'Error: listen EADDRINUSE: address already in use 127.0.0.1:8080';
    expect(
      lastError(['{"level":30,"msg":"listening"}', taken, '    at Server.listen (node:net:1)', ''].join('\n')),
    ).toBe(taken);
    expect(lastError([taken, json(50, 'call failed', 'EACCES: permission denied'), json(30, 'fine')].join('\n'))).toBe(
      'call failed: EACCES: permission denied',
    );
    expect(lastError('LISTENING 2113\n{"level":30,"msg":"fine"}\n{"level":40,"m')).toBeUndefined();
  });

  it('is said as what it is where memory ran out', () => {
    const heap = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory';
    expect(whyEnded({ code: null, signal: 'SIGABRT' }, heap)).toBe('it ran out of memory');
    expect(whyEnded({ code: null, signal: 'SIGKILL' }, '')).toContain('as the system does when memory runs out');
    expect(whyEnded({ code: 1, signal: null }, 'Error: no')).toBe('it ended with code 1: Error: no');
  });

  it('is looked for in the end of a log, from where the process began', () => {
    mkdirSync(join(dataDir, 'log'));
    const file = join(dataDir, 'log', 'api.log');
    writeFileSync(file, `Error: of the process before\n${'x'.repeat(40_000)}\n`);
    const since = statSync(file).size;
    expect(lastError(endOfLog(dataDir, 'api', since))).toBeUndefined();
    appendFileSync(file, 'Error: of this one\n');
    expect(lastError(endOfLog(dataDir, 'api', since))).toBe('Error: of this one');
    expect(endOfLog(dataDir, 'workflows')).toBe('');
    const parts = { api: { status: 'down', detail: 'being started again' }, eventstore: { status: 'ok', detail: '' } };
    expect(partLines(dataDir, parts)).toEqual([
      'down     part api: being started again: its log ends with: Error: of this one',
      'ok       part eventstore',
    ]);
  });
});
