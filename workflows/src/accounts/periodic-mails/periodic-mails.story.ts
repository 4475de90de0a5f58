import type { Steps } from '../../story/steps.ts';
import type {
  BillingMailActivities,
  RequestBillingMailsInput,
  RequestRuleMailsInput,
  RuleMailActivities,
} from './periodic-mails.contract.ts';

const lookSeconds = 60;
/** Usage costs a question per team. */
const usageSeconds = 1800;

/** Asks for the mails about rules when they are due. */
export async function requestRuleMails(
  { call, sleep, continueWith }: Steps<RequestRuleMailsInput, RuleMailActivities>,
  input: RequestRuleMailsInput,
): Promise<void> {
  for (;;) {
    await call.requestRuleMails();
    await sleep(lookSeconds);
    await continueWith(input);
  }
}

/** Asks for the mails about coming ends when they are due, and now and then for those about used-up plans. */
export async function requestBillingMails(
  { call, sleep, continueWith, now }: Steps<RequestBillingMailsInput, BillingMailActivities>,
  input: RequestBillingMailsInput,
): Promise<void> {
  let { usage_at = 0 } = input;
  for (;;) {
    await call.requestEndingMails();
    if (now() >= usage_at) {
      await call.requestUsageMails();
      usage_at = now() + usageSeconds * 1000;
    }
    await sleep(lookSeconds);
    await continueWith({ usage_at });
  }
}
