import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';

const context = 'lease';
const lease = {
  name: z.string().min(1),
  /** The running process that holds it; another one after each start. */
  holder: z.string().min(1),
  /** Counts the times the lease was taken, from 1. What carries a lower one than the newest comes from a holder that has lost it. */
  epoch: z.number().int().positive(),
};

const leaseTaken = defineEvent({
  type: 'LeaseTaken',
  context,
  stream: 'lease-<name>',
  meaning: 'A process alone does from now on what the lease is named after.',
  data: lease,
});

const leaseReleased = defineEvent({
  type: 'LeaseReleased',
  context,
  stream: 'lease-<name>',
  meaning: 'The holder of a lease has ended its work; another may take it at once.',
  data: lease,
});

const leaseHolderRenewed = defineEvent({
  type: 'LeaseHolderRenewed',
  context,
  stream: 'leaseHolder-<holder>',
  meaning: 'A process that holds leases is at work; only the newest of these events is kept.',
  data: {
    holder: lease.holder,
    /** How long its leases stay with it after this event, unless the next one comes. */
    seconds: z.number().positive(),
    /** The same by the clock of the holder, for people. Nothing is decided by it, because clocks differ. */
    until: instantField,
  },
});

const leaseHolderEnded = defineEvent({
  type: 'LeaseHolderEnded',
  context,
  stream: 'leaseHolder-<holder>',
  meaning: 'A process holds no lease any more: it ended, or another saw no renewal in time.',
  data: { holder: lease.holder, ended_at: instantField },
});

export const leaseEvents = [leaseTaken, leaseReleased] as const;
export const leaseHolderEvents = [leaseHolderRenewed, leaseHolderEnded] as const;

export type LeaseEvent = EventOf<(typeof leaseEvents)[number]>;
export type LeaseHolderEvent = EventOf<(typeof leaseHolderEvents)[number]>;
