import { tokenStore } from '../../storage/token-store.ts';
import { createHttpClient } from './http-client.ts';

/** The page's one way to the server. A 401 ends the session it was sent with, not one begun meanwhile. */
export const request = createHttpClient({ token: tokenStore.get, onUnauthorized: endSession });

/** The server does not know the session any more. */
export function endSession(token: string | null): void {
  if (tokenStore.get() === token) tokenStore.set(null);
}
