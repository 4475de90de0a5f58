import { handleCommand, openEventLog } from '@tapwise/adapters';
import { applicationDecider, applicationStream, createApplication } from '@tapwise/domain';
import { asTest } from './settings.ts';

export const measuredKey = 'measured-key';

/** Records the application that measurements post to, with the key `measuredKey`. */
export async function addMeasuredApplication(eventStoreUrl: string, adamId: number): Promise<void> {
  const log = openEventLog(eventStoreUrl);
  await handleCommand(log, {
    stream: applicationStream(900),
    decider: applicationDecider,
    cause: 'measured',
    context: asTest,
    decide: (state) =>
      createApplication(state, {
        application_id: 900,
        account_id: 1,
        team_id: 1,
        name: 'Measured',
        url: `https://apps.apple.com/app/id${adamId}`,
        api_key: measuredKey,
        created_at: new Date().toISOString(),
      }),
  });
  await log.close();
}

/** Body of the first call of a new install, without an attribution token. */
export const installBody = (installId: string, more: object = {}): string =>
  JSON.stringify({
    api_key: measuredKey,
    install_id: installId,
    first_launch_at: new Date().toISOString(),
    attribution_token: null,
    sdk_version: '1.4.0',
    app_version: '3.2.1',
    os_version: '19.1',
    device_class: 'iphone',
    locale: 'en_US',
    ...more,
  });
