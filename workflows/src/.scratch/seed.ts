import {
  adsPullStream,
  applicationDecider,
  applicationStream,
  campaignStream,
  createApplication,
  submitAdsAccountName,
} from '@tapwise/domain';
import { handleCommand, openEventLog } from '@tapwise/infra';

const log = openEventLog(process.argv[2] ?? '');
const apps: [number, number, string][] = [
  [1, 1500000001, 'moonvale apps'],
  [2, 1500000002, 'Ledgerly'],
];
for (const [id, adam, name] of apps) {
  const at = new Date().toISOString();
  await handleCommand(log, {
    stream: applicationStream(id),
    decider: applicationDecider,
    cause: 'c',
    decide: (s) =>
      createApplication(s, {
        application_id: id,
        account_id: 1,
        team_id: 1,
        name: 'App',
        url: `https://apps.apple.com/app/id${adam}`,
        api_key: `key${id}`,
        created_at: at,
      }),
  });
  await handleCommand(log, {
    stream: applicationStream(id),
    decider: applicationDecider,
    cause: 's',
    decide: (s) => submitAdsAccountName(s, { asa_account_name: name, submitted_at: at }),
  });
}
await log.close();
