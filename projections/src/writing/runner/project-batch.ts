import type { ClickHouseClient, RecordedEvent } from '@tapwise/adapters';
import { adStructureProjection } from '../ad-structure/ad-structure.projection.ts';
import { adsCoverageProjection } from '../ads-coverage/ads-coverage.projection.ts';
import { adsMonthsProjection } from '../ads-months/ads-months.projection.ts';
import { adsPerformanceProjection } from '../ads-performance/ads-performance.projection.ts';
import { type CohortMode, projectCohort } from '../cohort/cohort-batch.ts';
import { exchangeRateProjection } from '../exchange-rate/exchange-rate.projection.ts';
import { figuresPulledProjection } from '../figures-pulled/figures-pulled.projection.ts';
import { impressionShareProjection } from '../impression-share/impression-share.projection.ts';
import { predictionModelProjection } from '../prediction-model/prediction-model.projection.ts';
import { productPriceProjection } from '../product-price/product-price.projection.ts';
import { searchTermsProjection } from '../search-terms/search-terms.projection.ts';
import { settingsSeenProjection } from '../settings-seen/settings-seen.projection.ts';
import { sourceFreshnessProjection } from '../source-freshness/source-freshness.projection.ts';
import { storeSalesProjection } from '../store-sales/store-sales.projection.ts';
import { type ParkedStreams, parkedRow, parkStream, waitsBehind } from './parked-event.queries.ts';
import type { Outcome, Projection, TableRow } from './projection.ts';

/** Everything that is made of one event alone. */
export const projections: readonly Projection[] = [
  adsCoverageProjection,
  adsMonthsProjection,
  adsPerformanceProjection,
  adStructureProjection,
  exchangeRateProjection,
  figuresPulledProjection,
  impressionShareProjection,
  predictionModelProjection,
  productPriceProjection,
  searchTermsProjection,
  settingsSeenProjection,
  sourceFreshnessProjection,
  storeSalesProjection,
];

const projectionsOfType = new Map<string, Projection[]>();
for (const projection of projections) {
  for (const type of projection.eventTypes) {
    projectionsOfType.set(type, [...(projectionsOfType.get(type) ?? []), projection]);
  }
}

/** An event that cannot be projected, and why. */
export interface ParkedEvent {
  readonly recorded: RecordedEvent;
  readonly reason: string;
}

export interface ProjectedBatch {
  readonly rows: readonly TableRow[];
  readonly parked: readonly ParkedEvent[];
}

/**
 * All rows of a run of events, rows that park events included. An event of a stream that waits for a person is parked too,
 * because what it means may depend on the one before it.
 * @param parkedStreams Grows by the streams of newly parked events.
 * @throws the engine's error when something must be looked up.
 */
export async function projectBatch(
  client: ClickHouseClient,
  events: readonly RecordedEvent[],
  parkedStreams: ParkedStreams,
  mode: CohortMode,
): Promise<ProjectedBatch> {
  const parked: ParkedEvent[] = [];
  const park = (recorded: RecordedEvent, reason: string) => {
    parkStream(parkedStreams, recorded);
    parked.push({ recorded, reason });
  };
  const rows: TableRow[] = [];
  const sound: RecordedEvent[] = [];
  for (const recorded of events) {
    if (waitsBehind(parkedStreams, recorded)) {
      park(recorded, 'An earlier event of this stream is parked');
      continue;
    }
    const outcomes = (projectionsOfType.get(recorded.event.type) ?? []).map((one) => outcomeOf(one, recorded));
    const refused = outcomes.find((outcome) => outcome.kind === 'park');
    if (refused?.kind === 'park') {
      park(recorded, refused.reason);
      continue;
    }
    for (const outcome of outcomes) if (outcome.kind === 'rows') rows.push(...outcome.rows);
    sound.push(recorded);
  }
  const cohort = await projectCohort(client, sound, mode);
  for (const { recorded, reason } of cohort.parked) park(recorded, reason);
  return {
    rows: [...rows, ...cohort.rows, ...parked.map(({ recorded, reason }) => parkedRow(recorded, reason))],
    parked,
  };
}

// A defect in a projection must not stop the whole log; the event waits with the error's words.
function outcomeOf(projection: Projection, recorded: RecordedEvent): Outcome {
  try {
    return projection.project(recorded);
  } catch (error) {
    return { kind: 'park', reason: `${projection.name}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
