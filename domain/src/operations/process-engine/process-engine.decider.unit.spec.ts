import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/decider.ts';
import { abandonTemporal, adoptTemporal, processEngineDecider } from './process-engine.decider.ts';

const at = '2026-03-01T09:00:00.000Z';
const adopted = adoptTemporal('local', at);
const abandoned = abandonTemporal('temporal', at);

describe('what runs the processes', () => {
  it('is the product itself until a Temporal answers, and from then on Temporal', () => {
    expect(fold(processEngineDecider, [])).toBe('local');
    expect(fold(processEngineDecider, adopted)).toBe('temporal');
    expect(adoptTemporal('temporal', at)).toEqual([]);
  });

  it('is the product again when an operator says so, until a Temporal answers again', () => {
    expect(fold(processEngineDecider, [...adopted, ...abandoned])).toBe('local');
    expect(fold(processEngineDecider, [...adopted, ...abandoned, ...adopted])).toBe('temporal');
  });

  it('cannot be given back when it is the product', () => {
    expect(() => abandonTemporal('local', at)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});
