/** Encrypts the addresses of channels for the processes of one run of faults. */
export const vaultKey = Buffer.alloc(32, 7);
