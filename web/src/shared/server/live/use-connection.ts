import { useSyncExternalStore } from 'react';
import { type ConnectionState, connectionStore } from './live-connection.ts';

/** Whether the socket is up, coming up, or lost and being sought again. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(connectionStore.subscribe, connectionStore.get);
}
