import {
  type AlertChannel,
  type AlertEpisode,
  type Alerts,
  alertNotFound,
  channelIn,
  channelsOf,
  DomainError,
  type ExistingAlert,
  findAlert,
  type OpenApplication,
} from '@tapwise/domain';

/** @throws DomainError `not_found`, the same for an alert that does not exist and for one of another application. */
export function ownAlert(alerts: Alerts, application: OpenApplication, alertId: number): ExistingAlert {
  const alert = findAlert(alerts, application, alertId);
  if (alert === undefined) throw alertNotFound();
  return alert;
}

/** @throws DomainError `not_found`. */
export const ownChannel = (alerts: Alerts, teamId: number, channelId: string): AlertChannel =>
  channelIn(channelsOf(alerts, teamId), channelId);

/** @throws DomainError `not_found`, the same for an incident that does not exist and for one of another application. */
export function ownEpisode(alerts: Alerts, application: OpenApplication, episodeId: string): AlertEpisode {
  const episode = alerts.episodes.get(episodeId);
  if (episode === undefined || episode.application_id !== application.application_id)
    throw new DomainError('not_found', { message: 'This incident was not found.' });
  return episode;
}
