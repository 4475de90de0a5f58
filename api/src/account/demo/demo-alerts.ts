import { randomUUID } from 'node:crypto';
import { type CommandContext, handleCommand } from '@tapwise/adapters';
import {
  addChannel,
  alertChannelsStream,
  alertDecider,
  alertStream,
  type BuiltInKind,
  builtInAlertId,
  changeAlert,
  changeChannel,
  channelsDecider,
  defaultContent,
  mostChannels,
} from '@tapwise/domain';
import { emptyChannel, newChannelSecret, readChannel } from '../../automation/alerts/read-channel.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { demoAccountId, demoApplications } from './demo-account.ts';

const context: CommandContext = { actor: { kind: 'system', id: 'demo' } };
const team = { account: { team_id: demoAccountId } };

/** Stand-ins of the simulator, by their paths. */
const channels = [
  {
    id: '1f6d6b0e-2a55-4c39-8f0c-6f5c1b7a4001',
    kind: 'slack',
    name: 'Slack, #search-ads',
    path: '/services/T0DEMO/B0ALERTS/simulated',
  },
  {
    id: '1f6d6b0e-2a55-4c39-8f0c-6f5c1b7a4002',
    kind: 'webhook',
    name: "The publisher's server",
    path: '/customer/alerts',
  },
] as const;

/** Alerts that go to these channels. */
const sentKinds: readonly BuiltInKind[] = ['integration', 'spend_spike', 'tracking_gap'];

/**
 * Gives the demo's team a channel to the simulated Slack and one to the simulated customer, whose port may be another at each start, and has
 * alerts of the first application sent there unless a person has changed them. A channel for which the team has no room is left out.
 */
export async function seedDemoAlerts(deps: ApiDependencies): Promise<void> {
  const [target] = deps.outbound.targets;
  if (target === undefined) return;
  const kept: string[] = [];
  for (const channel of channels)
    if (await keepChannel(deps, channel, `http://${target}${channel.path}`)) kept.push(channel.id);
  for (const kind of sentKinds) await sendAlert(deps, kind, kept);
}

/** @returns whether the team has the channel now. */
async function keepChannel(
  deps: ApiDependencies,
  { id: channel_id, kind, name }: (typeof channels)[number],
  url: string,
): Promise<boolean> {
  const { address, masked } = { ...emptyChannel, ...(await readChannel(deps, team, kind, { url })) };
  const secret = kind === 'webhook' ? await newChannelSecret(deps, demoAccountId) : null;
  const content = { ...emptyChannel, name, address, masked, secret };
  const at = deps.now().toISOString();
  const added = { team_id: demoAccountId, channel_id, kind, content, added_by: demoAccountId, added_at: at };
  const { state: channelsNow } = await handleCommand(deps.log, {
    stream: alertChannelsStream(demoAccountId),
    decider: channelsDecider,
    cause: `demo channel ${randomUUID()}`,
    context,
    decide: (state) => {
      const existing = state.find((channel) => channel.channel_id === channel_id);
      if (existing === undefined) return state.length < mostChannels ? addChannel(state, added) : [];
      // The address is encrypted anew each time; as it is shown it has the port.
      if (existing.masked === masked && existing.problem === null) return [];
      return changeChannel(state, { channel_id, updates: { address, masked }, by: demoAccountId, at });
    },
  });
  return channelsNow.some((channel) => channel.channel_id === channel_id);
}

async function sendAlert(deps: ApiDependencies, kind: BuiltInKind, kept: readonly string[]): Promise<void> {
  const [{ applicationId: application_id }] = demoApplications;
  const alert_id = builtInAlertId(application_id, kind);
  await handleCommand(deps.log, {
    stream: alertStream(alert_id),
    decider: alertDecider,
    cause: `demo alert ${alert_id}`,
    context,
    decide: (state) => {
      if (state.content !== null) return [];
      const updates = { channels: [...kept] };
      const order = { updates, defaults: defaultContent(kind), by: demoAccountId, at: deps.now().toISOString() };
      return changeAlert(state, { alert_id, application_id, ...order });
    },
  });
}
