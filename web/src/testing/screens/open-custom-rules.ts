import { campaignGroups, logsResponse, rule, rulesResponse } from '../fixtures/automation-fixtures.ts';
import {
  conflictsResponse,
  customDryRun,
  customRule,
  customVerdictsResponse,
  metricsResponse,
  templatesResponse,
  versionsResponse,
} from '../fixtures/custom-rule-fixtures.ts';
import { calls } from './open-automation.ts';
import { openScreen, type ScreenOptions } from './open-screen.tsx';

/** The server of an account with one rule of a fixed type and one that people wrote. */
const responses: ScreenOptions['responses'] = {
  [`GET ${calls}`]: rulesResponse(rule(), customRule()),
  [`GET ${calls}/metrics`]: metricsResponse,
  [`GET ${calls}/templates`]: templatesResponse,
  [`POST ${calls}/dry_run`]: customDryRun(),
  [`GET ${calls}/verdicts`]: customVerdictsResponse(),
  [`GET ${calls}/versions`]: versionsResponse,
  [`GET ${calls}/conflicts`]: conflictsResponse(),
  [`POST ${calls}/release`]: { status: 'ok', run_id: 'r', slot: 'manual-r' },
  [`POST ${calls}/resume`]: { status: 'ok', resumed: 1 },
  [`POST ${calls}/run`]: { status: 'ok', run_id: 'r', slot: 'manual-r' },
  [`POST ${calls}`]: { status: 'ok', id: 10, version: 1, warnings: [] },
  'GET /api/asa/campaign_groups': campaignGroups,
  'GET /api/asa/labels': { status: 'ok', labels: [{ id: 1, name: 'Star', objects: 3 }] },
  'GET /api/asa/automated_campaign_logs': logsResponse(),
  'GET /api/asa/changes': { status: 'ok', changes: [], fields: [], more: false, settings_currency: 'USD' },
};

/** Opens an address below Automation. */
export const openCustomRules = (path = '', options: ScreenOptions = {}) =>
  openScreen(`/client/automation${path}`, { ...options, responses: { ...responses, ...options.responses } });
