import type { ApiDependencies } from '../http/dependencies.ts';

/** Names a session in the list; nothing can be done with it but ending that session. */
export const sessionIdOf = (deps: ApiDependencies, tokenHash: string): string =>
  deps.vault.keyedHash('session id', tokenHash).slice(0, 32);
