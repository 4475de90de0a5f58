import { z } from 'zod';

/**
 * What Slack says beside a status, https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors. With 429 it says
 * when it may be asked again.
 */
export const slackRefusals = {
  400: 'invalid_payload',
  403: 'action_prohibited',
  404: 'no_service',
  410: 'channel_is_archived',
  429: 'rate_limited',
  500: 'rollup_error',
} as const;

const statuses = [400, 403, 404, 410, 429, 500] as const satisfies readonly (keyof typeof slackRefusals)[];

/** How every post to Slack is answered until it is `null`: with a refusal, or never. */
export const slackFault = z
  .union([
    z.literal('hang'),
    z.strictObject({ status: z.literal(statuses), retry_after: z.number().int().min(0).max(3600).default(1) }),
  ])
  .nullable();

export type SlackFault = z.infer<typeof slackFault>;
