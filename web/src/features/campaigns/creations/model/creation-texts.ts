import type { Creation, CreationResponse } from '@tapwise/contract';
import { isOpen, makesCampaign } from '../../../../shared/campaigns/creations/creations-query.ts';
import { creationMessages as words } from '../messages.ts';

type Kind = Creation['kind'];

/** Part of the list that is done, 0 to 1. */
export const shareOf = ({ offset, total }: Pick<Creation, 'offset' | 'total'>): number =>
  total === 0 ? 0 : Math.min(1, offset / total);

/** `1,000 of 2,297 keywords`. A discovery campaign with Search Match alone has no list. */
export const progressText = ({ offset, total, state, kind }: Creation): string =>
  total === 0 ? (state === 'running' ? words.kinds[kind] : words.states[state]) : words.progress(offset, total);

/** `1 min 20 s`, `2 h 5 min`. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A guess needs this much of the list behind it. */
const guessFrom = 25;

/** How long a running creation has taken, what it may still take, and what its list repeats. */
export function timeText(creation: Creation, now: number): string {
  const elapsed = now - Date.parse(creation.started_at);
  const { offset, total, duplicates } = creation;
  const left =
    offset >= guessFrom && offset < total ? [words.left(spanText((elapsed / offset) * (total - offset)))] : [];
  const repeated = duplicates > 0 ? [words.repeated(duplicates)] : [];
  return [spanText(elapsed), ...left, ...repeated].join(', ');
}

/** One sentence about where a creation is. */
export function stateText(creation: Creation): string {
  const { state, kind, error_message } = creation;
  if (state === 'queued') return words.queued;
  if (state === 'stopped') return words.stopped;
  if (state === 'running') return words.safe;
  if (state === 'cancelled') return words.cancelledAt(progressText(creation), makesCampaign(kind));
  if (state === 'failed') return error_message ?? words.states.failed;
  return countsText(creation);
}

/** `2,288 created, 7 repeat others`. */
export function countsText({
  created,
  skipped,
  duplicates,
}: Pick<Creation, 'created' | 'skipped' | 'duplicates'>): string {
  const parts = [words.created(created)];
  if (skipped > 0) parts.push(words.skipped(skipped));
  if (duplicates > 0) parts.push(words.repeated(duplicates));
  return parts.join(', ');
}

export type CreationStep = 'cancel' | 'continue' | 'delete' | 'open' | 'details';

/**
 * What can be done with a creation as it is. Only a campaign that the creation made is offered for deletion; what was refused
 * before there was one cannot be continued.
 */
export function stepsOf({ state, kind, campaign_id }: Creation): CreationStep[] {
  if (isOpen({ state })) return ['cancel'];
  const campaign = campaign_id !== null;
  if (state === 'completed') return campaign ? ['details', 'open'] : ['details'];
  if (!makesCampaign(kind)) return ['continue'];
  if (campaign) return ['continue', 'delete'];
  return state === 'cancelled' ? ['continue'] : [];
}

/** The sentence for what was created. */
export const doneText = (kind: Kind): string => (makesCampaign(kind) ? words.campaignCreated : words.keywordsAdded);

/** Further lines of the notice at the end. */
export function endLines(
  name: string,
  { created = 0, skipped = 0, duplicates = 0, warning }: CreationResponse,
): string[] {
  return [name, countsText({ created, skipped, duplicates }), ...(warning === undefined ? [] : [warning])];
}
