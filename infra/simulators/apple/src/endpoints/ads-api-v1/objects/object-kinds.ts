import type { FilterableFields } from './filters.ts';
import type { Operator } from './query-request.ts';

const ONE: readonly Operator[] = ['EQUALS'];
const SOME: readonly Operator[] = ['EQUALS', 'IN'];
const NAMES: readonly Operator[] = ['EQUALS', 'STARTS_WITH'];
const TEXTS: readonly Operator[] = ['EQUALS', 'STARTS_WITH', 'LIKE'];
const ANY_OF: readonly Operator[] = ['EQUALS', 'NOT_EQUALS', 'IN', 'NOT_IN'];
const REASONS: readonly Operator[] = [
  'CONTAINS_ANY',
  'CONTAINS_ALL',
  'NOT_CONTAINS_ANY',
  'NOT_CONTAINS_ALL',
  'IS_NULL',
  'IS_NOT_NULL',
];
const TIMES: readonly Operator[] = [
  'EQUALS',
  'NOT_EQUALS',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
];
const CHANGES: FilterableFields = { creationTime: TIMES, modificationTime: TIMES };
const STATES: FilterableFields = { status: SOME, systemStatus: SOME, systemStatusReasons: REASONS };

/** A kind of object as its query is documented. */
export interface ObjectKind {
  readonly fields: FilterableFields;
  /** One of these fields must be filtered by; empty: none has to be. */
  readonly scopes: readonly string[];
  /** Whether deleted objects are found when a filter asks for them. */
  readonly findsDeleted: boolean;
}

/** Kinds of objects by their path. */
export const OBJECT_KINDS = {
  campaigns: {
    fields: {
      ...STATES,
      ...CHANGES,
      id: SOME,
      name: ['EQUALS', 'IN', 'LIKE', 'STARTS_WITH', 'ENDS_WITH'],
      systemStatusLimitingReasons: REASONS,
      billingEvent: SOME,
      paymentModel: SOME,
      promotedObjectType: ANY_OF,
      promotedObjectId: ANY_OF,
      startTime: TIMES,
      endTime: TIMES,
      deleted: SOME,
    },
    scopes: [],
    findsDeleted: true,
  },
  adgroups: {
    fields: { ...STATES, ...CHANGES, id: SOME, campaignId: ONE, name: NAMES, deleted: ONE },
    scopes: [],
    findsDeleted: true,
  },
  keywords: {
    fields: {
      ...CHANGES,
      id: SOME,
      campaignId: ONE,
      adGroupId: SOME,
      text: TEXTS,
      matchType: SOME,
      status: SOME,
      deleted: ONE,
    },
    scopes: ['id', 'campaignId', 'adGroupId'],
    findsDeleted: true,
  },
  'negative-keywords': {
    fields: {
      id: SOME,
      campaignId: ONE,
      adGroupId: ['EQUALS', 'IN', 'NOT_EQUALS', 'IS_NULL', 'IS_NOT_NULL'],
      text: NAMES,
      matchType: SOME,
      status: SOME,
    },
    scopes: ['id', 'adGroupId'],
    findsDeleted: false,
  },
  ads: {
    fields: {
      ...STATES,
      ...CHANGES,
      id: SOME,
      campaignId: ONE,
      adGroupId: ONE,
      creativeId: ONE,
      name: NAMES,
      deleted: ONE,
    },
    scopes: [],
    findsDeleted: true,
  },
  creatives: {
    fields: {
      ...CHANGES,
      id: SOME,
      adAccountId: ONE,
      name: NAMES,
      creativeType: SOME,
      systemStatus: SOME,
      deleted: ONE,
    },
    scopes: [],
    findsDeleted: true,
  },
} as const satisfies Readonly<Record<string, ObjectKind>>;

export type ObjectPath = keyof typeof OBJECT_KINDS;

export const productPageFields: FilterableFields = { adamId: ONE, state: ONE };
