export { accountQueryOptions, type SignedIn, useAccount, useSignOut } from './api/session-api.ts';
export { SignInScreen } from './components/SignInScreen.tsx';
