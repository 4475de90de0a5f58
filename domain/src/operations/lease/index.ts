export { type Lease, leaseDecider, releaseLease, takeLease } from './lease.decider.ts';
export type { LeaseEvent, LeaseHolderEvent } from './lease.events.ts';
export { leaseHolderStream, leaseStream, processesLease, tableWriterLease } from './lease.stream.ts';
export { endLeaseHolder, type LeaseHolder, leaseHolderDecider, renewLeaseHolder } from './lease-holder.decider.ts';
