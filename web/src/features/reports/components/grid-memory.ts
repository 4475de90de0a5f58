import type { GridMemory } from '../../../shared/grid/index.ts';
import type { ReportsUrl } from '../model/url-state.ts';

/** Scroll and active cell of each table looked at, so that going back leads to where one was. */
const memories = new Map<string, GridMemory & { key: string }>();
const kept = 50;

export function gridMemoryOf(url: ReportsUrl): GridMemory & { key: string } {
  const { applicationId, organizationId } = url.scope;
  const key = [applicationId, organizationId, url.campaignId, url.adGroupId].join(':');
  const memory = memories.get(key) ?? { key, scrollTop: 0, active: { row: Number.NaN, column: 0 } };
  memories.delete(key);
  memories.set(key, memory);
  const oldest = memories.keys().next().value;
  if (memories.size > kept && oldest !== undefined) memories.delete(oldest);
  return memory;
}
