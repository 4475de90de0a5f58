import type { Decider } from '../../shared/decider.ts';
import type { CreativeSettings, CreativesEvent, UnusedPage } from './creatives.events.ts';

type Data<Type extends CreativesEvent['type']> = Extract<CreativesEvent, { type: Type }>['data'];

/** Custom product pages that ads of an organization can use. */
export interface CreativesState {
  /** By id, in the order of the ad service. */
  readonly creatives: ReadonlyMap<number, CreativeSettings>;
  /** Whether they are to be read again. */
  readonly open: boolean;
  /** Whether a creative is to be made for each page that has none: a person asked for the reading that is open. */
  readonly makes: boolean;
  /** Pages that a person picked to be made usable. */
  readonly picked: ReadonlySet<string>;
  /** Pages that no creative shows and nobody picked, as they were read last. */
  readonly pages: readonly UnusedPage[];
  /** How many readings have ended. */
  readonly ended: number;
  /** ISO 8601; the last reading that succeeded. */
  readonly syncedAt: string | null;
  /** Why the last reading failed; `null` when it did not. */
  readonly failure: string | null;
}

export const creativesStreamPrefix = 'creatives-';
/** Stream of the custom product pages that ads of an application can use in an organization. */
export const creativesStream = (applicationId: number, orgId: number): string =>
  `${creativesStreamPrefix}${applicationId}.${orgId}`;

/** Fold of `creatives-<applicationId>.<orgId>`. */
export const creativesDecider: Decider<CreativesState, CreativesEvent> = {
  initialState: () => ({
    creatives: new Map(),
    open: false,
    makes: false,
    picked: new Set(),
    pages: [],
    ended: 0,
    syncedAt: null,
    failure: null,
  }),
  evolve(state, event) {
    switch (event.type) {
      case 'CreativesSyncRequested': {
        const { account_id, product_page_ids = [] } = event.data;
        const picked = new Set([...state.picked, ...product_page_ids]);
        return { ...state, open: true, makes: state.makes || account_id !== null, picked };
      }
      case 'CreativeCreated': {
        const { creative } = event.data;
        return { ...state, creatives: new Map(state.creatives).set(creative.creative_id, creative) };
      }
      case 'CreativesSynced': {
        const { creatives, synced_at: syncedAt, pages = [] } = event.data;
        const byId = new Map(creatives.map((creative) => [creative.creative_id, creative]));
        const ended = state.ended + 1;
        return { ...state, creatives: byId, pages, open: false, makes: false, ended, syncedAt, failure: null };
      }
      case 'CreativesSyncFailed':
        return { ...state, open: false, makes: false, ended: state.ended + 1, failure: event.data.message };
      default:
        return state;
    }
  },
};

/** Asks for a reading, unless one is under way that does as much. */
export function requestCreativesSync(
  { open, makes, picked }: CreativesState,
  data: Data<'CreativesSyncRequested'>,
): CreativesEvent[] {
  const hasNewPages = data.product_page_ids?.some((id) => !picked.has(id)) === true;
  const isUnderWay = open && (makes || data.account_id === null) && !hasNewPages;
  return isUnderWay ? [] : [{ type: 'CreativesSyncRequested', data }];
}

/**
 * What a reading does, and how it ends; nothing when no reading is open.
 * @param made Whether it makes creatives: one that only reads does not end for a person who asked meanwhile.
 */
export const recordSync = ({ open, makes }: CreativesState, event: CreativesEvent, made: boolean): CreativesEvent[] =>
  !open || (event.type === 'CreativesSynced' && makes && !made) ? [] : [event];
