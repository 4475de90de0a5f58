import {
  addDays,
  type Day,
  type LabelEvent,
  type LinkedOrganization,
  labelsDecider,
  labelsStream,
  labelTrailsDecider,
  type OpenApplication,
  type RuleLabels,
  ruleLabelsOf,
  type TrailedCampaign,
  trailedCampaignDecider,
} from '@tapwise/domain';
import { openPastFigures, type PastRuleFigures, reportScope } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import {
  type Following,
  follow,
  readPastApplication,
  readPastCampaigns,
  readPastFigures,
} from '../../past/past-log.ts';
import type { SteppedTables } from './stepped-tables.ts';

/** All that units of a rule and their figures follow from. Asked for one instant after another. */
export interface PastWorld {
  readonly figures: Following<PastRuleFigures>;
  /** Where a rule asks for more than the log is read for; otherwise figures of the ad service are all that is known. */
  readonly tables: SteppedTables | null;
  readonly campaigns: ReadonlyMap<number, Following<TrailedCampaign>>;
  readonly labels: Following<RuleLabels>;
  readonly application: Following<OpenApplication>;
}

interface WorldScope {
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
  readonly campaignIds: ReadonlySet<number>;
  /** First and last day of figures. */
  readonly from: Day;
  readonly to: Day;
  readonly tables: SteppedTables | null;
  readonly signal: AbortSignal;
}

export async function readPastWorld({ log, tables }: ApiDependencies, scope: WorldScope): Promise<PastWorld> {
  const { application, organization, campaignIds, from, to, signal } = scope;
  const { application_id: applicationId } = application;
  const past = await openPastFigures(tables, reportScope(application, organization));
  const reports = {
    applicationId,
    orgId: organization.org_id,
    campaigns: campaignIds,
    from,
    to: addDays(to, 1),
    signal,
  };
  const figures = await readPastFigures(log, reports, past);
  const campaigns = await readPastCampaigns(log, campaignIds, trailedCampaignDecider, signal);
  const labelEvents = await log.readStream(labelsStream(applicationId));
  const none = { labels: labelsDecider.initialState(), trails: labelTrailsDecider.initialState() };
  const labels = follow(labelEvents, none, (before, next) => {
    const events = next.map(({ event }) => event as LabelEvent);
    return {
      labels: labelsDecider.evolveMany(before.labels, events),
      trails: labelTrailsDecider.evolveMany(before.trails, events),
    };
  });
  return {
    figures,
    tables: scope.tables,
    campaigns,
    application: await readPastApplication(log, application),
    labels: (upTo) => {
      const then = labels(upTo);
      return ruleLabelsOf(then.labels, then.trails);
    },
  };
}
