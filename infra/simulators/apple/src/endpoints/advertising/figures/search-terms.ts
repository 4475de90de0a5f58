import { hashOf } from '../../../base/random/prng.ts';
import { type Campaign, targetOfCell } from '../../../market/world/structure.ts';
import { textsOf } from '../../../market/world/vocabulary.ts';

const BROAD_ENDINGS = ['', ' app', ' free', ' for iphone', ' 2026', ' best', ' no subscription', ' with widget'];

/** What the user typed before an impression: the keyword, a close form of it, or anything Search Match found fitting. */
export function searchTermOf(campaign: Campaign, cell: number, day: number, impression: number): string {
  const { keyword } = targetOfCell(campaign, cell);
  const dice = hashOf(campaign.id, day, impression, 'term');
  const choice = (dice >>> 8) % 1000;
  if (keyword === null) return searchMatchTerm(campaign, choice);
  if (keyword.matchType === 'EXACT') return choice < 930 ? keyword.text : `${keyword.text}s`;
  return `${keyword.text}${BROAD_ENDINGS[Math.floor((choice / 1000) ** 2 * BROAD_ENDINGS.length)] ?? ''}`;
}

/** Search Match finds the common terms of the app's field most often. */
function searchMatchTerm(campaign: Campaign, choice: number): string {
  const texts = textsOf(campaign.app.index === 0 ? 'moonvale-english' : 'ledgerly-english');
  return texts[Math.floor((choice / 1000) ** 3 * texts.length)] ?? campaign.app.name.toLowerCase();
}
