import type { ClaimFilter, StatusFilter } from './url-state.ts';

/** The specification's words for the filter's choices. */
export const claimLabels: Record<ClaimFilter, string> = { click: 'Tap-through', view: 'View-through', total: 'Total' };
export const statusLabels: Record<StatusFilter, string> = { all: 'All', active: 'Active', paused: 'Paused' };
