import { randomUUID } from 'node:crypto';
import { type DueMail, requestMail, webhookHeaders } from '@tapwise/adapters';
import { alertPaths, channelTestResponseSchema, ofChannelBodySchema } from '@tapwise/contract/alerts';
import {
  type AlertChannel,
  type Directory,
  DomainError,
  findMembership,
  slackBody,
  slackTimeoutMs,
} from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { ownChannel } from './own-alert.ts';

const testsPerHour = 10;
/** As many as all its channels may have: one that is made anew begins with none. */
const testsOfTeamPerHour = 200;
const longestAnswer = 1024;

/** `POST alert_channels/test`: sends a message that says that the channel works. */
export function channelTestRoute(app: ApiServer, { deps, alerts }: SettingsContext): void {
  const limit = app.callLimits.windowed('alert channel test', testsPerHour, 3600);
  const limitTeam = app.callLimits.windowed('alert channel tests of a team', testsOfTeamPerHour, 3600);
  app.post(
    alertPaths.channelTest,
    { schema: { body: ofChannelBodySchema, response: { 200: channelTestResponseSchema } }, config: { right: 'act' } },
    async (request) => {
      const { team_id } = sessionOf(request).account;
      await alerts.caughtUp;
      const channel = ownChannel(alerts.state, team_id, request.body.id);
      await limit(channel.channel_id);
      await limitTeam(`${team_id}`);
      if (channel.kind === 'mail') {
        const mails = testMails(deps.directory.state, channel, deps.now());
        for (const mail of mails) await requestMail(deps.log, personContext(request), mail);
        return { status: 'ok' as const, delivered: mails.length > 0, http_status: null, ms: 0, answer: '' };
      }
      const { status, ms, responseBody } = await post(deps, channel);
      const delivered =
        channel.kind === 'slack' ? status === 200 && responseBody.trim() === 'ok' : status !== null && status < 300;
      const answer = responseBody.slice(0, longestAnswer);
      return { status: 'ok' as const, delivered, http_status: status, ms, answer };
    },
  );
}

async function post(
  { vault, outbound, settings, now }: ApiDependencies,
  { kind, name, address, secret }: AlertChannel,
) {
  const url = address === null ? undefined : await vault.decrypt(address);
  if (url === undefined) throw new DomainError('wrong_state', { message: 'This channel has no address.' });
  const json = { 'content-type': 'application/json' };
  if (kind === 'slack') {
    const link = { label: 'Open alerts', url: `${settings.publicUrl ?? ''}/client/automation/alerts` };
    const body = slackBody({ title: 'Test of Tapwise alerts', sections: [`The channel ${name} works.`], link });
    return outbound.client.post(url, Buffer.from(JSON.stringify(body)), json, { totalMs: slackTimeoutMs });
  }
  const body = Buffer.from('{"event":"test"}');
  const plain = secret === null ? undefined : await vault.decrypt(secret);
  const timestamp = Math.floor(now().getTime() / 1000);
  const signed = webhookHeaders({ id: randomUUID(), timestamp, body }, plain === undefined ? [] : [plain]);
  return outbound.client.post(url, body, { ...signed, ...json, 'x-tapwise-test': 'true' });
}

/** One to each person of the channel who would get alerts. */
function testMails(
  directory: Directory,
  { channel_id, team_id, account_ids, name }: AlertChannel,
  now: Date,
): DueMail[] {
  const text = 'This is a test. Alerts of this channel are mailed to you.';
  const reachable = account_ids.filter((accountId) => {
    const membership = findMembership(directory, accountId);
    const isMember = membership?.team.team_id === team_id && membership.access !== 'restricted';
    return isMember && membership.account.email_verified;
  });
  return reachable.map((accountId) => ({
    kind: 'alert',
    key: `alert-test|${channel_id}|${accountId}|${now.getTime()}`,
    to: { accountId },
    facts: { application: name, headline: 'Test of Tapwise alerts', problem: text, path: '/client/automation/alerts' },
    requestedAt: now.toISOString(),
  }));
}
