import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { accountQueryOptions } from '../../session/index.ts';

/** A command about applications: the address it goes to, and its body. */
export type ApplicationCommand =
  | { path: '/api/application'; body: { name: string; url: string; currency: string; small_business: boolean } }
  | { path: '/api/application/asa_account_name'; body: { application_id: number; asa_account_name: string } }
  | {
      path: '/api/application/asc_credentials';
      body: { application_id: number; vendor_number: string; key_id: string; issuer_id: string; private_key: string };
    }
  | { path: '/api/application/appstorepassword'; body: { application_id: number; password: string } }
  | { path: '/api/application/asc_notifications'; body: { application_id: number } }
  | { path: '/api/application/sdk_integration'; body: { application_id: number } }
  | { path: '/api/application/api_key'; body: { application_id: number } }
  | { method: 'DELETE'; path: '/api/application/api_key'; body: { application_id: number; api_key: string } };

/** Sends a command; the account is read again before it counts as done, so that the screen shows what it changed. */
export function useApplicationCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (command: ApplicationCommand) => {
      await request({ method: 'POST' as const, ...command });
      await client.invalidateQueries({ queryKey: accountQueryOptions().queryKey });
    },
  });
}
