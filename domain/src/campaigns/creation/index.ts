export type { CreatedObjectEvent } from './created-object.events.ts';
export { createdObjectTypes, isCreatedObject } from './created-object.events.ts';
export type { CreationState, ExistingCreation } from './creation.decider.ts';
export { actorOfCreation, creationDecider, isUnderWay } from './creation.decider.ts';
export type { CreationEvent } from './creation.events.ts';
export { creationStream } from './creation.stream.ts';
export {
  advance,
  cancelCreation,
  claimCreation,
  continueCreation,
  noteCreationUndo,
  recordStep,
  requestCreation,
} from './creation-commands.ts';
export type {
  CampaignPlan,
  CreationCall,
  KeywordOutcome,
  NegativeOutcome,
  PlannedKeyword,
  PlannedNegative,
} from './creation-plan.ts';
export type { CreationStep, DueStep } from './creation-steps.ts';
export { broadAdGroup, dueStep, haveOwnAdGroups, nextStep, noneCreatedMessage } from './creation-steps.ts';
export type { CreationSummary, Creations } from './creations.ts';
export { creationStreamPrefixes, displayedCampaignId, evolveCreations, requireNoCreation } from './creations.ts';
export { delayPause } from './delay.ts';
export { planDiscoveryKeywords, planSkagKeywords, requireExistingCampaign } from './planning/added-keywords.ts';
export { readInvoice } from './planning/checks.ts';
export {
  byImpressions,
  type PurchasedKeywords,
  planFilteredTerms,
  purchasedKeywords,
  purchaseWarning,
} from './planning/filtered-terms.ts';
export type { KeywordFinding } from './planning/keyword-list.ts';
export {
  badKeywords,
  badKeywordsRefusal,
  keywordFault,
  looseKey,
  readKeywordList,
  splitKeywords,
  textKey,
  withoutKeywords,
} from './planning/keyword-list.ts';
export {
  blockPurchased,
  planDiscoveryCampaign,
  planSkagCampaign,
  planTemplate,
  refuseTemplate,
  roomForNegatives,
} from './planning/new-campaigns.ts';
export type { Payer, PlannedCreation } from './planning/planned-creation.ts';
export { readTemplate, templateSeparator } from './planning/template.ts';
export { creationRows, forgottenTexts, undoCreationRows } from './undo-creation.ts';
