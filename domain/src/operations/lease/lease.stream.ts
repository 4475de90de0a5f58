/** Name of the lease under which one process starts what takes time. */
export const processesLease = 'processes';

/** Name of the lease that lets a process write some tables. */
export const tableWriterLease = (tables: string): string => `projections-${tables}`;

/** Stream of one lease. @param name What the lease is for. */
export const leaseStream = (name: string): string => `lease-${name}`;

/** Stream of the signs of life of one process that holds leases. */
export const leaseHolderStream = (holder: string): string => `leaseHolder-${holder}`;
