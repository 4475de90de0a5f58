export { accountQueryOptions, useAccount, useSignOut } from './api/session-api.ts';
export { SignInScreen } from './components/SignInScreen.tsx';
