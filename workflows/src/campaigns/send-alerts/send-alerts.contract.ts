import { defineProcess } from '../../story/process.ts';

/** A channel that something is to be sent to. What that is, and its progress, are in the log. */
export interface SendAlertsInput {
  readonly channel_id: string;
}

export interface SendAlertsActivities {
  /** Claims the next message that is due to a channel, sends it and records how that ended. @returns until the next; `null`: nothing waits. */
  sendNextMessage(channel: SendAlertsInput): Promise<{ readonly pause_seconds: number | null }>;
}

export const sendAlertsProcess = defineProcess<SendAlertsInput, SendAlertsActivities>({
  name: 'sendAlerts',
  id: ({ channel_id }) => `alerts/${channel_id}`,
  activities: {
    sendNextMessage: {
      queue: 'deliveries',
      longestSeconds: 120,
      retry: { firstPauseSeconds: 1, longestPauseSeconds: 60 },
    },
  },
});
