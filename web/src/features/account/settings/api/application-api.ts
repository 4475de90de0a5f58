import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UsageProperties } from '@tapwise/contract/usage';
import { request } from '../../../../shared/server/http/request.ts';
import { reportUsage } from '../../../../shared/usage/report-usage.ts';
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

/** Which step of a wizard a command is. */
const wizardSteps: Partial<Record<ApplicationCommand['path'], Omit<UsageProperties<'wizard_step_completed'>, 'ok'>>> = {
  '/api/application/asa_account_name': { kind: 'ads', step: 'name' },
  '/api/application/asc_credentials': { kind: 'store', step: 'vendor' },
  '/api/application/appstorepassword': { kind: 'store', step: 'secret' },
  '/api/application/asc_notifications': { kind: 'notifications', step: 'confirmation' },
  '/api/application/sdk_integration': { kind: 'sdk', step: 'confirmation' },
};

/** Sends a command; the account is read again before it counts as done, so that the screen shows what it changed. */
export function useApplicationCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (command: ApplicationCommand) => {
      const step = wizardSteps[command.path];
      try {
        await request({ method: 'POST' as const, ...command });
        if (step !== undefined) reportUsage('wizard_step_completed', { ...step, ok: true });
      } catch (error) {
        if (step !== undefined) reportUsage('wizard_step_completed', { ...step, ok: false });
        throw error;
      }
      await client.invalidateQueries({ queryKey: accountQueryOptions().queryKey });
    },
  });
}
