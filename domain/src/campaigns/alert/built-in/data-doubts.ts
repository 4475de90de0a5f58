import { type IntegrationName, integrationNames } from '../../../operations/failure/failure-kinds.ts';
import { dayInZone } from '../../../shared/calendar/zones.ts';
import type { DaySource, SourceDoubt } from '../../custom-rule/evaluation/evaluation-data.ts';
import type { Alerts } from '../alerts.ts';
import type { AlertEpisode } from '../episode/alert-episode.ts';
import type { EpisodeTimeline } from '../episode/alert-messages.ts';
import { type BuiltInKind, builtInOfId } from '../settings/built-in-kinds.ts';
import { organizationKey } from './alert-figures.ts';

/** Sources whose figures are wrong or late while an integration does not work. Sales reports are in no figure of a rule. */
const ofIntegration: Readonly<Record<IntegrationName, readonly DaySource[]>> = {
  ads: ['ads', 'search_terms', 'impression_share'],
  store: [],
  notifications: ['people'],
  sdk: ['people'],
};

/** Sources of the pulls that are late, by what follows the key of their organization. */
const ofLatePull: ReadonlyMap<string, DaySource> = new Map([
  ['', 'ads'],
  [':yesterday', 'ads'],
  [':search_terms', 'search_terms'],
  [':impression_share', 'impression_share'],
]);

/**
 * Sources of an ad organization that rules do not judge by while an incident is open. Predictions are made from what people did, which
 * every test of them says itself.
 */
function doubtedBy(
  kind: BuiltInKind,
  { key: unit, org_id = null }: Pick<AlertEpisode, 'key' | 'org_id'>,
  orgId: number,
): readonly DaySource[] {
  const organization = organizationKey(orgId);
  switch (kind) {
    case 'tracking_gap':
      return unit === organization ? ['people'] : [];
    case 'integration': {
      const integration = integrationNames.find((name) => unit.startsWith(`${name}:`));
      const isElsewhere = org_id !== null && org_id !== orgId;
      return integration === undefined || isElsewhere ? [] : ofIntegration[integration];
    }
    case 'no_data': {
      const source = unit.startsWith(organization) ? ofLatePull.get(unit.slice(organization.length)) : undefined;
      return source === undefined ? [] : [source];
    }
    case 'spend_spike':
    case 'budget':
    case 'roas_falling':
    case 'rules':
      return [];
    default:
      return kind satisfies never;
  }
}

/** An ad organization of an application. */
export interface DoubtedOrganization {
  readonly applicationId: number;
  readonly orgId: number;
  /** IANA name. */
  readonly zone: string;
}

/**
 * Sources that open data alerts put in doubt, each since the local day of its oldest incident, as it was at an instant of the last 90 days.
 * An incident that is acknowledged or snoozed is as open as any other.
 * @param at Milliseconds.
 */
export function doubtsAt(
  { episodes }: Pick<Alerts, 'episodes'>,
  { applicationId, orgId, zone }: DoubtedOrganization,
  at: number,
): SourceDoubt[] {
  const began = new Map<DaySource, number>();
  for (const episode of episodes.values()) {
    const kind = builtInOfId(episode.alert_id)?.kind;
    if (kind === undefined || episode.application_id !== applicationId || !wasOpenAt(episode, at)) continue;
    for (const source of doubtedBy(kind, episode, orgId))
      began.set(source, Math.min(began.get(source) ?? episode.firedAt, episode.firedAt));
  }
  return [...began]
    .map(([source, since]) => ({ source, since: dayInZone(since, zone) }))
    .sort((left, right) => (left.source < right.source ? -1 : 1));
}

const wasOpenAt = ({ firedAt, recoveredAt, closedAt }: EpisodeTimeline, at: number): boolean =>
  firedAt <= at && (recoveredAt === null || recoveredAt > at) && (closedAt === null || closedAt > at);
