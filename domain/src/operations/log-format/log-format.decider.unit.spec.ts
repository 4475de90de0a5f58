import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/decider.ts';
import { logFormatDecider, type ProgramFormat, raiseLogFormat, unknownTo } from './log-format.decider.ts';
import { productVersion } from './product-version.ts';

const at = '2026-03-01T09:00:00.000Z';
const present: ProgramFormat = { layout: 1, events: { BidChanged: 2, Muted: 1 }, program: '1.1.0', retired: [] };
const older: ProgramFormat = { layout: 1, events: { BidChanged: 1 }, program: '1.0.0', retired: [] };
const logOf = (...programs: readonly ProgramFormat[]) => {
  let log = logFormatDecider.initialState();
  for (const program of programs) log = raiseLogFormat(log, program, at).reduce(logFormatDecider.evolve, log);
  return log;
};

describe('the format of a log', () => {
  it('is known to the programs that wrote to it and to newer ones', () => {
    expect(unknownTo(older, logOf())).toEqual([]);
    expect(unknownTo(older, logOf(older))).toEqual([]);
    expect(unknownTo(present, logOf(older))).toEqual([]);
    expect(unknownTo(present, logOf(older, present))).toEqual([]);
  });

  it('is unknown to an older program once a newer one may have written', () => {
    expect(unknownTo(older, logOf(older, present))).toEqual(['version 2 of BidChanged', 'Muted']);
    expect(unknownTo(present, logOf({ ...present, layout: 2 }))).toEqual(['layout 2']);
  });

  it('does not hold up a program that has retired a type', () => {
    const later: ProgramFormat = { ...present, events: { BidChanged: 2 }, program: '1.2.0' };
    expect(unknownTo(later, logOf(present))).toEqual(['Muted']);
    expect(unknownTo({ ...later, retired: ['Muted'] }, logOf(present))).toEqual([]);
  });

  it('is said once by each program that may write more', () => {
    expect(raiseLogFormat(logOf(present), present, at)).toEqual([]);
    expect(raiseLogFormat(logOf(present), older, at)).toEqual([]);
    expect(raiseLogFormat(logOf(older), present, at)).toHaveLength(1);
    expect(raiseLogFormat(logOf(present), { ...present, layout: 2 }, at)).toHaveLength(1);
    expect(fold(logFormatDecider, raiseLogFormat(logOf(older), present, at))).toEqual({
      layout: 1,
      events: { BidChanged: 2, Muted: 1 },
      program: '1.1.0',
    });
  });

  it('names the version of the packages', () => {
    const root = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as object;
    expect(root).toMatchObject({ version: productVersion });
  });
});
