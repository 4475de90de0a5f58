import { accountOpenedV1ToV2 } from './account-opened.v1-to-v2.ts';
import { adOrganizationClaimedV1ToV2 } from './ad-organization-claimed.v1-to-v2.ts';
import { customRuleVerdictsDecidedV1ToV2, customRuleVerdictsSuggestedV1ToV2 } from './custom-rule-verdicts.v1-to-v2.ts';
import type { Upcaster } from './define-upcaster.ts';
import { sessionOpenedV1ToV2 } from './session-opened.v1-to-v2.ts';
import { storeNotificationReceivedV1ToV2 } from './store-notification-received.v1-to-v2.ts';
import { teamMemberInvitedV1ToV2 } from './team-member-invited.v1-to-v2.ts';

/** The only list of all upcasters. README.md in this folder says how a type gets a new version. */
export const upcasters: readonly Upcaster[] = [
  accountOpenedV1ToV2,
  adOrganizationClaimedV1ToV2,
  storeNotificationReceivedV1ToV2,
  sessionOpenedV1ToV2,
  teamMemberInvitedV1ToV2,
  customRuleVerdictsDecidedV1ToV2,
  customRuleVerdictsSuggestedV1ToV2,
];
