import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Account, Application, SessionResponse } from '@tapwise/contract';
import { request } from '../../../../shared/server/http/request.ts';
import { tokenStore } from '../../../../shared/storage/token-store.ts';
import { reportUsage, shareUsage } from '../../../../shared/usage/report-usage.ts';

/** Who is signed in and what belongs to them. */
export interface SignedIn {
  account: Account;
  applications: Application[];
}

const waitingMs = 2_000;
const calmMs = 15_000;

/**
 * The account of the session. What changes it may come from elsewhere at any time: a colleague, the payment provider, the end of a
 * trial, history that comes in. So it is asked again by itself, sooner while something is waited for.
 */
export const accountQueryOptions = () =>
  queryOptions({
    queryKey: ['account'],
    queryFn: async ({ signal }): Promise<SignedIn> => {
      const { body } = await request<SessionResponse>({ method: 'GET', path: '/api/account', signal });
      shareUsage(body.account.share_usage);
      return { account: body.account, applications: body.applications };
    },
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      const isExporting = state.data?.account.export?.expires_at === null;
      return isExporting || state.data?.applications.some(isWaiting) ? waitingMs : calmMs;
    },
  });

/** The first call of an SDK is pushed to Settings, so it is not waited for here. */
function isWaiting(application: Application): boolean {
  const states = [application.asa_integration, application.asc_notifications_integration];
  return states.some((state) => state === 'invitation_sent' || state === 'waiting_for_events');
}

/** For screens behind the sign-in: suspends until the account is known, throws when it cannot be. */
export function useAccount(): SignedIn {
  return useSuspenseQuery(accountQueryOptions()).data;
}

export interface SignUp {
  name: string;
  email: string;
  password: string;
}
/** `proof` is in the invitation's mail alone and confirms the address. */
export interface Join {
  collaborator_token: string;
  name: string;
  password: string;
  proof?: string;
}
export interface NewPassword {
  reset_token: string;
  password: string;
}
export type SignIn = { demo: true } | { email: string; password: string } | SignUp | Join | NewPassword;

function pathOf(body: SignIn): string {
  if ('reset_token' in body) return '/api/account/password';
  return 'name' in body ? '/api/account' : '/api/session';
}

/** Begins a session: with the demo, by log-in, by making an account, by joining a team, or with a new password. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: SignIn) => {
      const response = await request<SessionResponse>({ method: 'POST', path: pathOf(body), body, signIn: true });
      return response.body;
    },
    onSuccess: (response, body) => {
      const { account, applications, token } = response;
      client.clear();
      client.setQueryData<SignedIn>(accountQueryOptions().queryKey, { account, applications });
      tokenStore.set(token);
      shareUsage(account.share_usage);
      if ('name' in body) {
        reportUsage('signup_completed', { by: 'collaborator_token' in body ? 'invitation' : 'form' });
      }
    },
  });
}

/** Ends the session here at once, and on the server when it can be reached. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  return () => {
    void request({ method: 'DELETE', path: '/api/session' }).catch(() => undefined);
    tokenStore.set(null);
    client.clear();
  };
}
