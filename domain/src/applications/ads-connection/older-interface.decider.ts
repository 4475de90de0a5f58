import type { Decider } from '../../shared/decider.ts';
import type { AdsConnectionEvent } from './ads-connection.events.ts';

/** Since when the older interface has ended; `null` while it has not. */
export type OlderInterfaceState = { readonly endedAt: string } | null;

/** Fold of `adsInterface-v5`. */
export const olderInterfaceDecider: Decider<OlderInterfaceState, AdsConnectionEvent> = {
  initialState: () => null,
  evolve: (state, event) => {
    switch (event.type) {
      case 'AdsInterfaceEnded':
        return state ?? { endedAt: event.data.ended_at };
      case 'AdsInterfaceBack':
        return null;
      default:
        return state;
    }
  },
};

/** An answer of the older interface that was no success. */
export interface OlderInterfaceAnswer {
  readonly operation: string;
  /** `null` when there was no answer. */
  readonly status: number | null;
  /** Codes of the service's own explanation. */
  readonly codes: readonly string[];
}

const goneStatuses: ReadonlySet<number | null> = new Set([301, 308, 404, 410]);

/** Whether a status says that what was asked for is not there any more. */
export const isGoneStatus = (status: number | null): boolean => goneStatuses.has(status);
const movedForGood = 'RESOURCE_MOVED_PERMANENTLY';

/**
 * Whether the answer says that the interface has ended: in words, or by the address of the accounts being gone. Servers that fail, break
 * connections or are slow are away, and whatever else is missing is missing for itself.
 */
export const saysEnded = ({ operation, status, codes }: OlderInterfaceAnswer): boolean =>
  codes.includes(movedForGood) || (operation === 'GET /acls' && isGoneStatus(status));

/** Records the end, once. */
export function endOlderInterface(
  state: OlderInterfaceState,
  { answer, ended_at }: { answer: OlderInterfaceAnswer; ended_at: string },
): AdsConnectionEvent[] {
  if (state !== null || !saysEnded(answer)) return [];
  const { operation, status: http_status } = answer;
  return [{ type: 'AdsInterfaceEnded', data: { version: 'v5', operation, http_status, ended_at } }];
}

/** The interface answered after all. */
export const resumeOlderInterface = (state: OlderInterfaceState, back_at: string): AdsConnectionEvent[] =>
  state === null ? [] : [{ type: 'AdsInterfaceBack', data: { version: 'v5', back_at } }];
