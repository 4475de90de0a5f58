import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/decider.ts';
import { leaseDecider, releaseLease, takeLease } from './lease.decider.ts';
import { endLeaseHolder, leaseHolderDecider, renewLeaseHolder } from './lease-holder.decider.ts';

const name = 'projections';
const free = leaseDecider.initialState();
const take = { name, holder: 'a', endedHolder: undefined };
const held = fold(leaseDecider, takeLease(free, take));

describe('a lease', () => {
  it('is taken with an epoch of its own each time', () => {
    expect(held).toEqual({ holder: 'a', epoch: 1 });
    const released = fold(leaseDecider, releaseLease(held, { name, holder: 'a', epoch: 1 }));
    expect(released).toEqual({ holder: undefined, epoch: 1 });
    expect(takeLease(released, { ...take, holder: 'b' })).toEqual([
      { type: 'LeaseTaken', data: { name, holder: 'b', epoch: 2 } },
    ]);
  });

  it('is not taken from a holder, unless that one has ended', () => {
    expect(takeLease(held, { ...take, holder: 'b' })).toEqual([]);
    expect(takeLease(held, { ...take, holder: 'b', endedHolder: 'c' })).toEqual([]);
    expect(takeLease(held, { ...take, holder: 'b', endedHolder: 'a' })).toEqual([
      { type: 'LeaseTaken', data: { name, holder: 'b', epoch: 2 } },
    ]);
  });

  it('is released only by who holds it in this epoch', () => {
    expect(releaseLease(held, { name, holder: 'b', epoch: 1 })).toEqual([]);
    expect(releaseLease({ holder: 'a', epoch: 3 }, { name, holder: 'a', epoch: 1 })).toEqual([]);
  });
});

describe('a holder of leases', () => {
  const now = Date.parse('2026-03-01T00:00:00.000Z');
  const renew = { holder: 'a', seconds: 6, now };
  const holding = fold(leaseHolderDecider, renewLeaseHolder(leaseHolderDecider.initialState(), renew));

  it('renews as often as it wants until it has ended', () => {
    expect(holding).toEqual({ status: 'holding', seconds: 6 });
    expect(renewLeaseHolder(holding, renew)).toEqual([
      { type: 'LeaseHolderRenewed', data: { holder: 'a', seconds: 6, until: '2026-03-01T00:00:06.000Z' } },
    ]);
  });

  it('never comes back after its end', () => {
    const ended = fold(leaseHolderDecider, endLeaseHolder(holding, { holder: 'a', now }));
    expect(ended).toEqual({ status: 'ended' });
    expect(renewLeaseHolder(ended, renew)).toEqual([]);
    expect(endLeaseHolder(ended, { holder: 'b', now })).toEqual([]);
  });
});
