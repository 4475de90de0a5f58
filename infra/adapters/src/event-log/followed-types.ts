/**
 * Types of events that a follower of the whole log gets, as a regular expression: neither the log's own nor those of leases, which come
 * every few seconds for ever, change no table and are read from their streams.
 */
export const followedTypes = '^(?!\\$|Lease(Taken|Released|HolderRenewed|HolderEnded)$).+';
