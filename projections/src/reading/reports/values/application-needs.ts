import type { ClickHouseClient } from '@tapwise/adapters';
import { type TablesForm, tablesForm } from '../../whole-tables.ts';

/**
 * What statements about an application have shown that they need beyond the plain form. Asked without it they say so, and are
 * asked again; so this only saves asking twice.
 */
export interface ApplicationNeeds {
  /** Currencies that amounts are in. */
  readonly currencies: Set<string>;
  /** How many days before a range the oldest sale to one of its users was made: people buy again what they had. */
  daysBefore: number;
  /** There are sales without a price. */
  unpricedSales: boolean;
}

const remembered = new WeakMap<TablesForm, Map<number, ApplicationNeeds>>();

/** What is known of an application's needs; grows with each statement's answer. */
export function needsOf(client: ClickHouseClient, applicationId: number): ApplicationNeeds {
  const ofClient = remembered.get(tablesForm(client)) ?? new Map<number, ApplicationNeeds>();
  remembered.set(tablesForm(client), ofClient);
  const needs = ofClient.get(applicationId) ?? {
    currencies: new Set<string>(),
    daysBefore: 1,
    unpricedSales: false,
  };
  ofClient.set(applicationId, needs);
  return needs;
}
