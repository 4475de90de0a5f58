import { type DueStep, type ExistingCreation, noneCreatedMessage, stoppedMessage } from '@tapwise/domain';
import type { NextStep } from './create-campaign.contract.ts';

/** A step as the story has it: what it is made of stays in the log. */
export function summaryOf(creation: ExistingCreation, due: Exclude<DueStep, { step: 'stopped' }>): NextStep {
  switch (due.step) {
    case 'negatives': {
      const { campaign, adGroupId: ad_group_id } = due;
      const indexes = [...due.due, ...due.dropped];
      return { step: 'negatives', campaign, ad_group_id, first: Math.min(...indexes), count: indexes.length };
    }
    case 'keywords': {
      const { campaign, positions } = due;
      return { step: 'keywords', campaign, first: positions[0] ?? 0, count: positions.length };
    }
    case 'fail':
      return { step: 'fail', message: noneCreatedMessage(creation) };
    case 'abandon':
      return { step: 'fail', message: stoppedMessage };
    default:
      return due;
  }
}
