import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/decider.ts';
import {
  parkingDifference,
  recordParking,
  type TableParkingEvent,
  tableParkingDecider,
  type WaitingStream,
} from './table-parking.decider.ts';

const at = '2026-03-02T00:00:00.000Z';
const waiting = (projection: string, stream: string, position = '100'): WaitingStream => ({
  projection,
  stream,
  position,
  revision: '4',
  event_type: 'AdsReportRecorded',
  reason: 'no such day',
  parked_at: '2026-03-01T00:00:00.000Z',
});
const first = waiting('cohort', 's-1');
const second = waiting('usage', 's-1', '120');
const writer = { tables: 'default', epoch: 2, at };
const noChange = { parked: [], released: [] };
const initial = tableParkingDecider.initialState();
const stateAfter = (...events: TableParkingEvent[]) => fold(tableParkingDecider, events);
const bothParked = recordParking(initial, { ...writer, ...noChange, parked: [first, second] });

describe('what waits in tables', () => {
  it('is said once for each projection, and again where the stream waits at another event', () => {
    expect(bothParked.map(({ type, data }) => [type, data.projection, data.position])).toEqual([
      ['StreamParked', 'cohort', '100'],
      ['StreamParked', 'usage', '120'],
    ]);
    const state = stateAfter(...bothParked);
    expect(recordParking(state, { ...writer, ...noChange, parked: [first, second] })).toEqual([]);
    const later = { ...first, position: '130' };
    expect(recordParking(state, { ...writer, ...noChange, parked: [later] })).toMatchObject([
      { type: 'StreamParked', data: { position: '130' } },
    ]);
  });

  it('is released in its projection only, once, at the event that it waited at', () => {
    const state = stateAfter(...bothParked);
    const released = recordParking(state, { ...writer, ...noChange, released: [first] });
    expect(released).toEqual([
      {
        type: 'StreamReleased',
        data: { tables: 'default', epoch: 2, projection: 'cohort', stream: 's-1', position: '100', released_at: at },
      },
    ]);
    const left = stateAfter(...bothParked, ...released);
    expect([...left.waiting.values()]).toEqual([second]);
    expect(recordParking(left, { ...writer, ...noChange, released: [first] })).toEqual([]);
  });

  it('is not what a late writer says', () => {
    const state = stateAfter(...recordParking(initial, { ...writer, epoch: 3, ...noChange, parked: [first] }));
    expect(recordParking(state, { ...writer, parked: [second], released: [first] })).toEqual([]);
  });
});

describe('tables that were looked at', () => {
  const state = stateAfter(...bothParked);

  it('end the waiting of streams that they do not have, in the projections looked at', () => {
    const empty = { projections: ['cohort'], waiting: [] };
    expect(parkingDifference(state, empty)).toEqual({ parked: [], released: [first] });
    expect(parkingDifference(state, { projections: ['cohort'], waiting: [first, second] })).toEqual({
      parked: [first],
      released: [],
    });
  });

  it('say nothing of what came after them', () => {
    const empty = { projections: ['cohort', 'usage'], waiting: [] };
    expect(parkingDifference(state, empty, 110n).released).toEqual([first]);
    expect(parkingDifference(initial, { projections: ['cohort'], waiting: [first] }, 110n)).toEqual(noChange);
  });
});
