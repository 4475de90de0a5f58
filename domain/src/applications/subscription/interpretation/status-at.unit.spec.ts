import { describe, expect, it } from 'vitest';
import type { StoreNotification } from '../subscription.decider.ts';
import { interpretSubscription } from './interpret-subscription.ts';
import { statusAt } from './status-at.ts';
import { charge, freeTrial, message, oldMessage, onDay, pack, renewal } from './store-messages.fixture.ts';

const minute = 60_000;
/** Status at an instant given as a day and minutes, of what the messages say. */
function statusOn(story: readonly StoreNotification[], day: number, minutes = 0) {
  const view = interpretSubscription(story, []);
  return view && statusAt(view, Date.parse(onDay(day)) + minutes * minute);
}

describe('when no message comes', () => {
  const paid = [message('SUBSCRIBED INITIAL_BUY', 0, charge)];
  const trial = [message('SUBSCRIBED INITIAL_BUY', 0, freeTrial)];

  it('a paid period that is over is active for 24 hours, then has billing issues up to 60 days, then is canceled', () => {
    expect([29, 30].map((day) => statusOn(paid, day))).toEqual(['active', 'active']);
    expect(statusOn(paid, 31, -1)).toBe('active');
    expect(statusOn(paid, 31)).toBe('billing_issues');
    expect(statusOn(paid, 90, -1)).toBe('billing_issues');
    expect(statusOn(paid, 90)).toBe('canceled');
  });

  it('a trial that is over is a trial for 24 hours, then has billing issues, then is trial canceled', () => {
    expect(statusOn(trial, 8, -1)).toBe('trial');
    expect(statusOn(trial, 8)).toBe('billing_issues');
    expect(statusOn(trial, 67)).toBe('trial_canceled');
  });

  it('a period with renewal off ends at its end, also when the message about renewal was lost', () => {
    const off = { renewal: renewal(false) };
    const story = [...paid, message('PRICE_INCREASE PENDING', 20, charge, off)];
    expect([statusOn(story, 30, -1), statusOn(story, 30)]).toEqual(['active', 'canceled']);
    const trialStory = [...trial, message('PRICE_INCREASE PENDING', 2, freeTrial, off)];
    expect([statusOn(trialStory, 7, -1), statusOn(trialStory, 7)]).toEqual(['trial', 'trial_canceled']);
  });

  it('billing issues end 60 days after the payment was due', () => {
    const story = [...paid, message('DID_FAIL_TO_RENEW', 30, charge)];
    expect([statusOn(story, 30), statusOn(story, 90, -1), statusOn(story, 90)]).toEqual([
      'billing_issues',
      'billing_issues',
      'canceled',
    ]);
    const trialStory = [...trial, message('DID_FAIL_TO_RENEW', 7, freeTrial)];
    expect(statusOn(trialStory, 67)).toBe('trial_canceled');
  });

  it('what has ended or was refunded stays so', () => {
    const canceled = [...paid, message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 3, charge)];
    const refunded = [...paid, message('REFUND', 5, { ...charge, revoked_at: onDay(5) })];
    const trialCanceled = [...trial, message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 3, freeTrial)];
    const stories = [canceled, refunded, trialCanceled];
    expect(stories.map((story) => statusOn(story, 500))).toEqual(['canceled', 'refunded', 'trial_canceled']);
  });

  it('a one-time purchase stays what it is', () => {
    expect(statusOn([message('ONE_TIME_CHARGE', 0, pack)], 5000)).toBe('active');
  });

  it('an old-style subscription lapses by time, because its messages report no end', () => {
    const story = [oldMessage('INITIAL_BUY', 0, charge)];
    expect([10, 40, 100].map((day) => statusOn(story, day))).toEqual(['active', 'billing_issues', 'canceled']);
  });

  it('an extended period ends with the extension', () => {
    const story = [...paid, message('RENEWAL_EXTENDED', 20, { ...charge, expires_at: onDay(44) })];
    expect([statusOn(story, 44), statusOn(story, 45)]).toEqual(['active', 'billing_issues']);
  });
});
