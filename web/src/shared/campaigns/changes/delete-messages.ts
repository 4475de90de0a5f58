import { formatCount } from '../../format/numbers.ts';

/** The question before something is deleted at the ad service. */
export const deleteMessages = {
  deleteTitle: 'Delete?',
  deleteText: 'You will lose all historical data collected.',
  andMore: (count: number) => `and ${formatCount(count)} more`,
  delete: 'Delete',
} as const;
