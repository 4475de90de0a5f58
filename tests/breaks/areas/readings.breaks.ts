import type { Break } from '../break.ts';

const pulls = 'workflows/src/pulls/pull-organization/untrusted-responses.int.spec.ts';
const readers = 'projections/src/reading';
const figureSums = `${readers}/unread-figures.int.spec.ts`;
const views = 'projections/src/views';
const adService = 'infra/adapters/src/apple/ad-service';
const searchAds = 'infra/adapters/src/apple/ads-api-v5';

/** What the ad service answers: only what is proven whole may reduce what is known. */
export const readingsBreaks: readonly Break[] = [
  {
    what: 'an error inside a success is ignored',
    file: `${searchAds}/envelope.ts`,
    find: 'if (problems !== undefined) throw',
    replace: 'if (problems !== undefined && problems.length > 1_000) throw',
    specs: [pulls],
  },
  {
    what: 'a success without data is an empty list',
    file: `${searchAds}/envelope.ts`,
    find: 'if (frame.data === null || frame.data === undefined) throw',
    replace: 'frame.data ??= { reportingDataResponse: { row: [] } };\n  if (frame.data === undefined) throw',
    specs: [pulls],
  },
  {
    what: 'a total that shrinks on the way is accepted',
    file: `${adService}/lists/paging.ts`,
    find: 'if (totalResults !== null && totalResults < promised) {',
    replace: 'if (totalResults !== null && totalResults < 0) {',
    specs: [`${adService}/lists/paging.unit.spec.ts`],
  },
  {
    what: 'an empty page below the promised total is the end of the list',
    file: `${adService}/lists/paging.ts`,
    find: "if (received < promised) fault('short_list'",
    replace: "if (received < 0) fault('short_list'",
    specs: [`${adService}/lists/paging.unit.spec.ts`, pulls],
  },
  {
    what: 'a row is dropped for one of its fields',
    file: `${adService}/wire/lenient.ts`,
    find: 'return read.success ? read.data : unreadable;',
    replace: 'return read.success ? read.data : (schema.parse(value) as never);',
    specs: [`${searchAds}/reports/report-rows.unit.spec.ts`, `${searchAds}/mapping.unit.spec.ts`],
  },
  {
    what: 'a figure that could not be read is 0',
    file: `${adService}/reports/figures.ts`,
    find: '...(unread.length > 0 ? { unread } : {}),',
    replace: '',
    specs: [`${searchAds}/reports/report-rows.unit.spec.ts`],
  },
  {
    what: 'the currency of spend is not read',
    file: `${adService}/reports/figures.ts`,
    find: '...(isForeign ? { currency: spend.currency } : {}),',
    replace: '...(isForeign ? {} : {}),',
    specs: [`${searchAds}/reports/report-rows.unit.spec.ts`],
  },
  {
    what: 'the currency of a bid is not read',
    file: `${adService}/wire/field-reader.ts`,
    find: 'else if (value && !isSameCurrency(value.currency, currency)) {',
    replace: 'else if (value && !isSameCurrency(value.currency, value.currency || currency)) {',
    specs: [`${searchAds}/mapping.unit.spec.ts`],
  },
  {
    what: 'what is remembered of an answer is not bound to the log',
    file: 'workflows/src/pulls/pull-organization/reading/recorded-responses.ts',
    find: 'existing.locations.has(location) && existing.locations.get(location) === held',
    replace: 'existing.locations.has(location) && (existing.locations.get(location) === held || true)',
    specs: [pulls],
  },
  {
    what: 'an answer that is not whole takes back what it does not hold',
    file: 'domain/src/campaigns/ads-report/figure-rows.ts',
    find: 'if (!newest.has(key) && mayReduce(reducible, key)) newest',
    replace: 'if (!newest.has(key)) newest',
    specs: ['domain/src/campaigns/ads-report/ads-report.decider.unit.spec.ts'],
  },
  {
    what: 'keywords of a list that ends too early are recorded, and the rest passes for Search Match',
    file: 'workflows/src/pulls/pull-organization/record-figures.ts',
    find: 'if (hasAllRows(adGroups) && hasAllRows(keywords)) {',
    replace: 'if (adGroups !== undefined && keywords !== undefined) {',
    specs: [pulls],
  },
  {
    what: 'a pull that is not whole moves the age of figures',
    file: 'workflows/src/pulls/pull-organization/pull-organization.activities.ts',
    find: 'if (problem === undefined) await recordCompletion(memory, ref, covered, began);',
    replace: 'if (problem === undefined || ages.newest === 0) await recordCompletion(memory, ref, covered, began);',
    specs: [pulls],
  },
  {
    what: 'seen as deleted means read',
    file: 'workflows/src/pulls/pull-organization/record-structure.ts',
    find: 'if (campaign.deleted && current.campaign?.deleted && current.deleted_read) return;',
    replace: 'if (campaign.deleted && (current.campaign?.deleted || current.deleted_read)) return;',
    specs: [pulls],
  },
  {
    what: 'a row of an edit ends as deleted because a reading held nothing',
    file: `${adService}/lists/reading.ts`,
    find: 'if (first === undefined) return items;',
    replace: 'if (first === undefined || items.length >= 0) return items;',
    specs: ['workflows/src/campaigns/apply-change/apply-change.int.spec.ts'],
  },
  {
    what: 'figures that could not be read on any day are 0 in reports',
    file: 'projections/src/reading/reports/rows/base-sums.ts',
    find: 'return ads.days === 0 ? base : withUnread(base, ads.never_read);',
    replace: 'return base;',
    specs: ['tests/contexts/automation/unread-figures.int.spec.ts'],
  },
  {
    what: 'a name that cannot be read takes the place of the known one',
    file: 'domain/src/campaigns/campaign/keep-confirmed.ts',
    find: 'if (unread === undefined || existing === undefined) return observed;',
    replace: 'if (unread === undefined || unread.size > 0 || existing === undefined) return observed;',
    specs: ['tests/contexts/automation/unread-figures.int.spec.ts'],
  },
  {
    what: 'a rule runs on figures after an answer that cannot be trusted',
    file: 'domain/src/campaigns/ads-report/ads-pull.decider.ts',
    find: 'isTrusted: !untrusted };',
    replace: 'isTrusted: !untrusted || pulled_at !== null };',
    specs: ['tests/contexts/automation/rules.int.spec.ts'],
  },
  {
    what: 'months that were not read whole are in no warning',
    file: `${readers}/reports/report-gaps.ts`,
    find: "...(showsMonths ? ['months'] : [])",
    replace: '...(showsMonths ? [] : [])',
    specs: [`${readers}/reports/report-rules.int.spec.ts`],
  },
  {
    what: 'search terms that were not read whole are in no warning of the filters',
    file: `${readers}/search-terms/term-figures.queries.ts`,
    find: "subject === 'search_terms'",
    replace: "subject === 'terms'",
    specs: [figureSums],
  },
  {
    what: 'shares and terms that were not read whole are in no warning of keywords',
    file: `${readers}/reports/report-gaps.ts`,
    find: "keyword: ['impression_share', 'search_terms'],",
    replace: 'keyword: [],',
    specs: [`${readers}/reports/report-rules.int.spec.ts`],
  },
  {
    what: 'spend of search terms in another currency is taken for the organization’s',
    file: `${readers}/unread-figures.ts`,
    find: "converted('spend_micros', day, 'currency')",
    replace: "converted('spend_micros', day, '{org_currency:String}')",
    specs: [figureSums],
  },
  {
    what: 'a figure that could not be read is nothing but 0 in SQL',
    file: `${views}/ads-views.queries.ts`,
    find: "arrayFilter(name -> name != ''",
    replace: "arrayFilter(name -> name = '-'",
    specs: [`${views}/views.int.spec.ts`],
  },
  {
    what: 'spend that could not be read is 0 in SQL',
    file: `${views}/ads-views.queries.ts`,
    find: "isUnread('spend_micros')}, NULL,",
    replace: "isUnread('spend_micros')} AND 0, NULL,",
    specs: [`${views}/views.int.spec.ts`],
  },
];
