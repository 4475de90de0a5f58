export { accountQueryOptions, useAccount, useSignOut } from './api/session-api.ts';
