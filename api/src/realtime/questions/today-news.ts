import type { ServerToClient } from '@tapwise/contract';
import { withoutWithheld } from '../../access/restricted-view.ts';

export type LiveMessage = Parameters<ServerToClient['live']>[0];

/** The same message for people who may not see everything. */
export const restrictedMessage = (message: LiveMessage): LiveMessage => ({
  ...message,
  today: withoutWithheld(message.today),
});

/** What an answer is news to: those who may see everything, and the others. */
export interface TodayNews {
  readonly full: LiveMessage | undefined;
  readonly restricted: LiveMessage | undefined;
}

/**
 * Remembers what the followers of an application were sent last. The same totals are never sent twice in a row: ages and the position
 * alone are no news, and `moved` reports positions.
 */
export function createTodayNews(): (message: LiveMessage) => TodayNews {
  const sent = { full: '', restricted: '' };
  const news = (audience: keyof typeof sent, message: LiveMessage): LiveMessage | undefined => {
    const text = JSON.stringify(message.today);
    if (text === sent[audience]) return undefined;
    sent[audience] = text;
    return message;
  };
  return (message) => ({ full: news('full', message), restricted: news('restricted', restrictedMessage(message)) });
}
