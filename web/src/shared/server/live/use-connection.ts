import { useStore } from 'zustand';
import { type ConnectionState, connectionState } from './live-connection.ts';

/** Whether the socket is up, coming up, or lost and being sought again. */
export const useConnection = (): ConnectionState => useStore(connectionState);
