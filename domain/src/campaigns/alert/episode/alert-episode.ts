import type { EpisodeTimeline } from './alert-messages.ts';
import type { EpisodeEvent } from './episode.events.ts';

type Fired = Extract<EpisodeEvent, { type: 'AlertFired' }>['data'];

/** An incident of one unit of an alert. Instants in milliseconds. */
export interface AlertEpisode
  extends EpisodeTimeline,
    Pick<
      Fired,
      | 'episode_id'
      | 'alert_id'
      | 'application_id'
      | 'name'
      | 'org_id'
      | 'alert_name'
      | 'severity'
      | 'slot'
      | 'value'
      | 'limit'
      | 'unit'
      | 'currency'
      | 'window'
      | 'spend'
      | 'series'
      | 'text'
      | 'text_without_amounts'
      | 'before'
      | 'changes'
    > {
  /** The first of the changes that are too many. */
  readonly changesSince: number;
  readonly acknowledged: { readonly by: number; readonly at: string; readonly note: string | null } | null;
}

export function episodeOf(fired: Fired): AlertEpisode {
  const { message, changes_since, fired_at, ...identity } = fired;
  return {
    ...identity,
    changesSince: Date.parse(changes_since),
    firedAt: Date.parse(fired_at),
    firing: message,
    recoveredAt: null,
    recovery: 'recovered',
    closedAt: null,
    acknowledged: null,
  };
}

export const isOpenEpisode = ({ recoveredAt, closedAt }: EpisodeTimeline): boolean =>
  recoveredAt === null && closedAt === null;

/** `unsteady`: it fires, and changed too often to be believed. */
export const episodeState = (episode: EpisodeTimeline): 'firing' | 'unsteady' | 'recovered' => {
  if (!isOpenEpisode(episode)) return 'recovered';
  return episode.firing === 'fired' ? 'firing' : 'unsteady';
};
