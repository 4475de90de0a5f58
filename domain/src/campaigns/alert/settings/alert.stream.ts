/** Settings of an alert, written or built in. */
export const alertStream = (alertId: number): string => `alert-${alertId}`;

/** Evaluations and incidents of an alert. */
export const alertEpisodesStream = (alertId: number): string => `alertEpisodes-${alertId}`;

/** Channels of a team. */
export const alertChannelsStream = (teamId: number): string => `alertChannels-${teamId}`;

/** What was sent to a channel, or is being sent. */
export const alertMessagesStream = (channelId: string): string => `alertMessages-${channelId}`;

/** What a person has read of the notices. */
export const noticesStream = (accountId: number): string => `notices-${accountId}`;

export const alertStreamPrefixes: readonly string[] = [
  'alert-',
  'alertEpisodes-',
  'alertChannels-',
  'alertMessages-',
  'notices-',
];

/** Namespace of the ids of incidents, which are made from alert, unit and slot. */
export const episodeSpace = '2d0c1b5e-6a0f-4e0b-9a57-5b1f0d7c3e41';
/** Namespace of the ids of messages, which are made from incident, kind and channel. */
export const alertMessageSpace = '8f3f7a52-1c64-4b0e-8d19-0f6b3f2a9c70';
