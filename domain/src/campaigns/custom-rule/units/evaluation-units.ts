import type { Day } from '../../../shared/calendar/days.ts';
import type { FiguresOfCampaigns } from '../../automation/evaluation/missing-figures.ts';
import type { EvaluatedUnit } from '../evaluation/evaluation-data.ts';
import type { TrailedCampaign } from '../trail/trailed-campaign.ts';
import { type UnitQuestion, unitsOfCampaign } from './campaign-units.ts';
import { afterDecisions, decidedStatuses, type EarlierDecisions } from './earlier-decisions.ts';

/** All units of a rule in the campaigns that were read, as earlier rules of the slot leave them. */
export function evaluationUnits(
  campaigns: Iterable<TrailedCampaign>,
  question: Omit<UnitQuestion, 'statuses'>,
  earlier: EarlierDecisions,
): EvaluatedUnit[] {
  const statuses = decidedStatuses(earlier);
  return [...campaigns]
    .flatMap((campaign) => unitsOfCampaign(campaign, { ...question, statuses }))
    .map((unit) => afterDecisions(unit, earlier));
}

/** A unit with what its campaign spent today; `null` where only a part of that is known. Micros of the settings' currency. */
export function withSpendToday(
  unit: EvaluatedUnit,
  { spend, partialSpend }: Pick<FiguresOfCampaigns, 'spend' | 'partialSpend'>,
  { today, isCovered }: { readonly today: Day; readonly isCovered: boolean },
): EvaluatedUnit {
  const isKnown = isCovered && partialSpend.get(unit.campaignId)?.has(today) !== true;
  return { ...unit, spentToday: isKnown ? (spend.get(unit.campaignId)?.get(today) ?? 0) : null };
}
