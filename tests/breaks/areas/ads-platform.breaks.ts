import type { Break } from '../break.ts';

const adsPlatform = 'infra/adapters/src/apple/ads-api-v1';
const connections = 'domain/src/applications/ads-connection';
const suggestionQueries = 'api/src/settings-changes/queries/suggestions';
const suggestionsSpec = 'tests/contexts/settings-changes/suggestions.int.spec.ts';
const clientSpec = `${adsPlatform}/client.int.spec.ts`;
const writerSpec = `${adsPlatform}/writes/writer.int.spec.ts`;
const viewsSpec = 'projections/src/views/views.int.spec.ts';
const frameSpec = `${adsPlatform}/writes/write-frame.unit.spec.ts`;

/** Version 1 of the Apple Ads Platform API: what it may be asked for, and what its answers prove. */
export const adsPlatformBreaks: readonly Break[] = [
  {
    what: 'an account is bound because its name is the same',
    file: `${connections}/account-proof.ts`,
    find: 'account.adAccountId === organization.orgId && hasName(organization, account)',
    replace: 'hasName(organization, account)',
    specs: [`${connections}/account-proof.unit.spec.ts`],
  },
  {
    what: 'an account that another organization has is bound again',
    file: `${connections}/account-proof.ts`,
    find: '(organizationsByAccount.get(adAccountId) ?? orgId) === orgId',
    replace: '(organizationsByAccount.get(adAccountId) ?? orgId) > 0',
    specs: [`${connections}/account-proof.unit.spec.ts`],
  },
  {
    what: 'a row ends by the answer of an interface that has ended',
    file: 'workflows/src/campaigns/apply-change/campaign-pass.ts',
    find: 'if (error.isDisconnected) {',
    replace: 'if (error.isDisconnected && error.retry) {',
    specs: ['tests/contexts/apple-ads/ended-interface.int.spec.ts'],
  },
  {
    what: 'the private half of a key is in an answer',
    file: 'api/src/apple-ads/commands/make-key.command.ts',
    find: 'public_key: state.key.publicKey',
    replace: 'public_key: state.key.privateKey',
    specs: ['tests/contexts/apple-ads/connection.int.spec.ts'],
  },
  {
    what: 'the private half of a key is written to the log of the process',
    file: 'api/src/apple-ads/commands/make-key.command.ts',
    find: "const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();",
    replace:
      "const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();\n      deps.logger.debug({ pair: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) }, 'a key was made');",
    specs: ['tests/contexts/apple-ads/connection.int.spec.ts'],
  },
  {
    what: 'an account of another kind is bound',
    file: `${adsPlatform}/account-reader.ts`,
    find: 'if (productFeatures) return productFeatures.includes(appStoreFeature);',
    replace: 'if (productFeatures) return productFeatures.length > 0;',
    specs: ['workflows/src/pulls/link-organizations/bind-organizations.int.spec.ts', clientSpec],
  },
  {
    what: 'a list of campaigns marks those that it leaves out as deleted',
    file: 'workflows/src/pulls/pull-organization/record-structure.ts',
    find: '  memory.listed = listedIn(campaigns);',
    replace: `  for (const id of memory.listed?.ids ?? []) {
    if (campaigns.items.some(({ campaign_id }) => campaign_id === id)) continue;
    const ids = { org_id: scope.orgId, campaign_id: id, observed_at: began };
    await memory.campaigns.change(campaignStream(id), began, (state) =>
      state.campaign === null ? [] : diffCampaign(state, ids, { ...state.campaign, deleted: true }),
    );
  }
  memory.listed = listedIn(campaigns);`,
    specs: ['workflows/src/pulls/pull-organization/untrusted-responses.int.spec.ts'],
  },
  {
    what: 'an older interface that refuses or is away has ended',
    file: `${connections}/older-interface.decider.ts`,
    find: 'new Set([301, 308, 404, 410])',
    replace: 'new Set([301, 308, 403, 404, 410, 503, null])',
    specs: [`${connections}/ads-connections.unit.spec.ts`, 'tests/contexts/apple-ads/ended-interface.int.spec.ts'],
  },
  {
    what: 'the older interface is not looked at again once it has ended',
    file: 'workflows/src/pulls/link-organizations/link-organizations.activities.ts',
    find: 'if (hadEnded) await',
    replace: 'if (hadEnded && binding !== undefined) await',
    specs: ['tests/contexts/apple-ads/ended-interface.int.spec.ts'],
  },
  {
    what: 'days that were missed for longer than a month are not asked for',
    file: 'workflows/src/pulls/pull-organization/pull-organization.story.ts',
    find: 'progress.deep_day < restated_from',
    replace: "progress.deep_day < ''",
    specs: ['workflows/src/pulls/pull-organization/pull-organization.story.unit.spec.ts'],
  },
  {
    what: 'an undo is accepted while the organization is disconnected',
    file: 'api/src/settings-changes/commands/undo.command.ts',
    find: '      requireAppleAds(settingsContext.deps.appleAds, orgId);\n',
    replace: '',
    specs: ['tests/contexts/apple-ads/disconnected-refusals.int.spec.ts'],
  },
  {
    what: 'a campaign of ours with a total budget is foreign where there are none any more',
    file: 'workflows/src/campaigns/create-campaign/steps/make-campaign.ts',
    find: '(!writer.limits.totalBudgets || ',
    replace: '(',
    specs: ['tests/contexts/apple-ads/ended-creation.int.spec.ts'],
  },
  {
    what: 'rules run while the organization is disconnected',
    file: 'workflows/src/campaigns/run-automation/standing-rules.ts',
    find: 'const isServed = !isIdleTeam && isDisconnected?.(organization.org_id) !== true;',
    replace: 'const isServed = !isIdleTeam;',
    specs: ['tests/contexts/apple-ads/disconnected-refusals.int.spec.ts'],
  },
  {
    what: 'a day that was stored without new downloads has none',
    file: 'projections/src/writing/ads/figure-columns.ts',
    find: 'downloads === undefined ? null : (downloads[name] ?? 0)',
    replace: 'downloads?.[name] ?? 0',
    specs: [
      'projections/src/writing/runner/projections.unit.spec.ts',
      'projections/src/reading/reports/downloads-and-shares.int.spec.ts',
    ],
  },
  {
    what: 'new downloads that are not known are 0 in SQL',
    file: 'projections/src/views/ads-views.queries.ts',
    find: "afterTapAndView(kind).join(' + ')",
    replace: "afterTapAndView(kind).map((count) => 'ifNull(' + count + ', 0)').join(' + ')",
    specs: [viewsSpec],
  },
  {
    what: 'a share of all slots that is not given is 0 in SQL',
    file: 'projections/src/views/ads-views.queries.ts',
    find: 'nullIf(all_slots_high_share, 0) AS',
    replace: 'all_slots_high_share AS',
    specs: [viewsSpec],
  },
  {
    what: 'figures by day are asked for beyond 90 days',
    file: `${adsPlatform}/reports/report-range.ts`,
    find: 'const oldest = addDays(today, -oldestDayAge - zoneDays);',
    replace: 'const oldest = addDays(today, -oldestDayAge * 2);',
    specs: [`${adsPlatform}/reports/report-range.unit.spec.ts`, clientSpec],
  },
  {
    what: 'results of a bulk call are taken in their order instead of by their numbers',
    file: `${adsPlatform}/writes/write-frame.ts`,
    find: 'new Map(readItems(data).map((item) => [item.correlationId, item]))',
    replace: 'new Map(readItems(data).map((item, index) => [index, item]))',
    specs: [frameSpec, writerSpec],
  },
  {
    what: 'the echo of a write is not compared with what was asked for',
    file: `${adsPlatform}/writes/write-frame.ts`,
    find: "return end.kind !== 'done' || isAsAsked(end.value)",
    replace: "return end.kind !== 'done' || end.value !== undefined || isAsAsked(end.value)",
    specs: [frameSpec, writerSpec],
  },
  {
    what: 'a bid of 0 is taken for a bid',
    file: 'infra/adapters/src/apple/ad-service/wire/field-reader.ts',
    find: 'bid: (field, value) => money(field, value) || null,',
    replace: 'bid: money,',
    specs: [`${adsPlatform}/schemas.unit.spec.ts`, 'infra/adapters/src/apple/ads-api-v5/mapping.unit.spec.ts'],
  },
  {
    what: 'a bid of 0 is taken for a bid before a write',
    file: 'infra/adapters/src/apple/ad-service/wire/field-reader.ts',
    find: 'money?.micros === 0 ? null : amountOf(money)',
    replace: 'money === null ? null : amountOf(money)',
    specs: [`${adsPlatform}/schemas.unit.spec.ts`, 'infra/adapters/src/apple/ads-api-v5/mapping.unit.spec.ts'],
  },
  {
    what: 'the 0 of older observations is taken for a bid',
    file: 'domain/src/campaigns/campaign/campaign-settings.ts',
    find: 'keyword.bid_micros === 0 ? { ...keyword, bid_micros: null } : keyword;',
    replace: 'keyword.bid_micros === 1 ? { ...keyword, bid_micros: null } : keyword;',
    specs: ['domain/src/campaigns/campaign/campaign.decider.unit.spec.ts'],
  },
  {
    what: 'a total budget is taken over an interface that has none',
    file: 'domain/src/campaigns/change/checks/value-rules.ts',
    find: "field === 'budget' && !totalBudgets ? totalBudgetMessage : undefined;",
    replace: "field === 'status' && !totalBudgets ? totalBudgetMessage : undefined;",
    specs: ['domain/src/campaigns/change/checks/check-change.unit.spec.ts'],
  },
  {
    what: 'the target CPA that a write was answered with is not compared',
    file: `${adsPlatform}/writes/settings-writes.ts`,
    find: 'isAsAmount(change.targetCpa, targetCpa) &&',
    replace: 'isAsAmount(targetCpa, targetCpa) &&',
    specs: [writerSpec],
  },
  {
    what: 'a bid that is to be none is sent',
    file: `${adsPlatform}/writes/keyword-writes.ts`,
    find: 'changes.filter(({ bid }) => bid !== null)',
    replace: 'changes.filter(({ id }) => id > 0)',
    specs: [writerSpec],
  },
  {
    what: 'rows that are missing in a report count as zero',
    file: 'infra/adapters/src/apple/ad-service/lists/reading.ts',
    find: 'return named === undefined || problems.length > 0 ? problems.length === 0 : (named.get(campaignId) ?? none);',
    replace: 'return problems.length === 0 || (named?.get(campaignId) ?? none);',
    specs: ['workflows/src/pulls/pull-organization/over-both-ads-apis.int.spec.ts'],
  },
  {
    what: 'a query is not asked for deleted objects',
    file: `${adsPlatform}/lists/queries.ts`,
    find: ': ask(deletedOnly),',
    replace: ': ask(living),',
    specs: [clientSpec],
  },
  {
    what: 'a call of ours is shown as that of another program',
    file: 'domain/src/campaigns/change-history/history-entry.ts',
    find: "by === 'api' && ownUser !== null && user === ownUser;",
    replace: "by === 'api' && ownUser !== null && user === '';",
    specs: [
      'domain/src/campaigns/change-history/change-history.unit.spec.ts',
      'workflows/src/pulls/read-change-actors/read-change-actors.int.spec.ts',
    ],
  },
  {
    what: 'a value that someone put back after a call without an answer is written over',
    file: 'domain/src/campaigns/change-history/call-in-history.ts',
    find: "if (decision === 'conflict' || setter !== undefined) return 'conflict';",
    replace: "if (decision === 'conflict') return 'conflict';",
    specs: [
      'domain/src/campaigns/change-history/change-history.unit.spec.ts',
      'workflows/src/campaigns/apply-change/settled-by-record.int.spec.ts',
    ],
  },
  {
    what: 'an inherited bid is taken for one of the keyword',
    file: 'domain/src/campaigns/campaign/keep-following.ts',
    find: "if (bid_micros === observed || bid_micros === before) return 'inherited';",
    replace: "if (bid_micros === observed && bid_micros === 0) return 'inherited';",
    specs: ['domain/src/campaigns/campaign/keep-following.unit.spec.ts'],
  },
  {
    what: 'Apple is asked again for what it has just suggested',
    file: 'domain/src/campaigns/suggestion/suggestion.decider.ts',
    find: 'return isShown || isWaitedFor ? []',
    replace: 'return isWaitedFor ? []',
    specs: ['domain/src/campaigns/suggestion/suggestion.decider.unit.spec.ts'],
  },
  {
    what: 'a suggestion of 0 is taken for a bid',
    file: `${adsPlatform}/planning/suggested-bids.ts`,
    find: 'if (suggested_micros <= 0) return [];',
    replace: 'if (suggested_micros < 0) return [];',
    specs: [`${adsPlatform}/planning/suggested-bids.unit.spec.ts`],
  },
  {
    what: 'Apple is asked for bids of a campaign whose bids it sets',
    file: `${suggestionQueries}/bid-suggestions.query.ts`,
    find: 'if (setsBidsItself(state.campaign)) return',
    replace: 'if (setsBidsItself(null)) return',
    specs: [suggestionsSpec],
  },
  {
    what: 'a bid is suggested for a keyword that is deleted',
    file: `${suggestionQueries}/bid-suggestions.query.ts`,
    find: 'keyword === undefined || keyword.deleted',
    replace: 'keyword === undefined',
    specs: [suggestionsSpec],
  },
  {
    what: 'a target CPA is proposed for a campaign whose bids people set',
    file: `${suggestionQueries}/recommendations.query.ts`,
    find: '(setsBidsItself(campaign) ? (campaign.target_cpa_micros ?? null) : undefined)',
    replace: 'campaign.target_cpa_micros ?? null',
    specs: [suggestionsSpec],
  },
];
