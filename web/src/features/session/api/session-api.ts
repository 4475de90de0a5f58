import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Account, Application, SessionAnswer } from '@tapwise/contract';
import { request } from '../../../shared/http/request.ts';
import { tokenStore } from '../../../shared/storage/token-store.ts';

/** Who is signed in and what belongs to them. */
export interface SignedIn {
  account: Account;
  applications: Application[];
}

/** The account of the session; asked again by itself while an integration or history is still on its way. */
export const accountQueryOptions = () =>
  queryOptions({
    queryKey: ['account'],
    queryFn: async ({ signal }): Promise<SignedIn> => {
      const { body } = await request<SessionAnswer>({ method: 'GET', path: '/api/account', signal });
      return { account: body.account, applications: body.applications };
    },
    refetchInterval: ({ state }) => {
      const applications = state.data?.applications ?? [];
      if (applications.some(isWaiting)) return 5_000;
      return applications.some(isYoung) ? 15_000 : false;
    },
  });

function isWaiting(application: Application): boolean {
  const states = [application.asa_integration, application.asc_notifications_integration, application.sdk_integration];
  return states.some((state) => state === 'invitation_sent' || state === 'waiting_for_events');
}

/** For screens behind the sign-in: suspends until the account is known, throws when it cannot be. */
export function useAccount(): SignedIn {
  return useSuspenseQuery(accountQueryOptions()).data;
}

const youngMs = 31 * 86_400_000;

/** Reports begin with the first day of the SDK; while history comes in that day still moves back. */
function isYoung({ first_sdk_event_date: first }: Application): boolean {
  return first !== null && Date.now() - Date.parse(first) < youngMs;
}

export interface SignUp {
  name: string;
  email: string;
  password: string;
}
export type SignIn = { demo: true } | { email: string; password: string } | SignUp;

/** Begins a session: with the demo, by log-in, or by making an account. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: SignIn) => {
      const path = 'name' in body ? '/api/account' : '/api/session';
      const answer = await request<SessionAnswer>({ method: 'POST', path, body, signIn: true });
      return answer.body;
    },
    onSuccess: (answer) => {
      const { account, applications, token } = answer;
      client.clear();
      client.setQueryData<SignedIn>(accountQueryOptions().queryKey, { account, applications });
      tokenStore.set(token);
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
