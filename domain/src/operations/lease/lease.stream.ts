/** Stream of one lease. @param name What the lease is for. */
export const leaseStream = (name: string): string => `lease-${name}`;

/** Stream of the signs of life of one process that holds leases. */
export const leaseHolderStream = (holder: string): string => `leaseHolder-${holder}`;
