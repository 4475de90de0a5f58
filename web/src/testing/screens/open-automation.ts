import { page } from 'vitest/browser';
import type { Rule } from '../../features/campaigns/automation/api/automation-types.ts';
import {
  campaignGroups,
  clipped,
  completed,
  cooling,
  dryRunResponse,
  filterRule,
  logRow,
  logsResponse,
  reached,
  rule,
  rulesResponse,
  run,
  verdictsResponse,
} from '../fixtures/automation-fixtures.ts';
import { writesOf } from '../fixtures/write-fixtures.ts';
import type { StandInCall } from '../stand-in-server.ts';
import { openScreen, type ScreenOptions } from './open-screen.tsx';

/** Where rules are asked and changed. */
export const calls = '/api/asa/automated_campaigns';
export const verdicts = [clipped, reached, completed, cooling];
export const raised = 'Raised the bid of "sleep sounds" from 1.60 to 1.70 USD (limited by CPT bid cap)';

const firstPage = [
  logRow(),
  logRow({ message: raised, key: clipped.key, decision_id: clipped.decision_id }),
  ...Array.from({ length: 198 }, (_, index) => logRow({ message: `Row ${index}`, key: '501:601:1' })),
];

/** The server: a change is answered with the rule as it then is, and asked for again it is that. */
function serverResponses(): ScreenOptions['responses'] {
  let now: Rule[] = [rule(), filterRule];
  return {
    [`GET ${calls}`]: () => rulesResponse(...now),
    [`PUT ${calls}`]: ({ body }: StandInCall) => {
      const { id, updates } = body as { id: number; updates: Partial<Rule> };
      const changed = { ...now.find((candidate) => candidate.id === id), ...updates };
      now = now.map((candidate) => (candidate.id === id ? { ...candidate, ...updates } : candidate));
      now = now.filter(({ status }) => status !== 'deleted');
      return { status: 'ok', change_id: 'c', automated_campaign: changed };
    },
    [`POST ${calls}`]: { status: 'ok', id: 9, warning: 'Another rule covers some of these campaigns' },
    [`POST ${calls}/run`]: { status: 'ok', run_id: 'r', slot: 'manual' },
    [`POST ${calls}/dry_run`]: dryRunResponse(verdicts),
    [`GET ${calls}/verdicts`]: verdictsResponse(run(), verdicts),
    'GET /api/asa/automated_campaign_logs': ({ url }: StandInCall) =>
      logsResponse(...(url.searchParams.has('before') ? [logRow({ message: 'Run of 09:00 missed' })] : firstPage)),
    'GET /api/asa/campaign_groups': campaignGroups,
    'GET /api/asa/changes': { status: 'ok', changes: [], fields: [], more: false, settings_currency: 'USD' },
  };
}

/** Opens an address below Automation of an account with two rules. */
export const openAutomation = (path = '', options: ScreenOptions = {}) =>
  openScreen(`/client/automation${path}`, { ...options, responses: { ...serverResponses(), ...options.responses } });
/** The last write but for dry runs: a form asks for one whenever something else is entered in it, also after it was sent. */
export const lastSaved = (of: readonly StandInCall[]) =>
  writesOf(of).findLast(({ url }) => !url.pathname.endsWith('/dry_run'));
export const lastWrite = (of: readonly StandInCall[]) => writesOf(of).at(-1);
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
