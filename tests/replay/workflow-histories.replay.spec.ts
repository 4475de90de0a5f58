import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { quietTemporal } from '../support/engines/temporal-runtime.ts';
import { bundledWorkflows } from '../support/programs/bundled-workflows.ts';

const folder = join(import.meta.dirname, 'histories');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

/** Histories as the server recorded them, of runs that ended and of runs that were still going on. */
function histories() {
  return files.map((file) => ({
    workflowId: file.replace(/\.json$/, ''),
    history: JSON.parse(readFileSync(join(folder, file), 'utf8')),
  }));
}

describe('workflows that began under earlier code', () => {
  const failures = new Map<string, unknown>();

  beforeAll(async () => {
    quietTemporal();
    for await (const result of Worker.runReplayHistories(bundledWorkflows(), histories())) {
      if (result.error !== undefined) failures.set(result.workflowId, result.error);
    }
  });

  it('are there of every kind', () => {
    const kinds = new Set(files.map((file) => file.split('.')[0]));
    expect([...kinds].sort()).toEqual([
      'apply-billing-request',
      'apply-change',
      'apply-change-set',
      'create-campaign',
      'deliver-webhooks',
      'erase-account',
      'export-account',
      'keep-report-schedule',
      'link-organizations',
      'publish-exchange-rates',
      'pull-months',
      'pull-organization',
      'pull-search-terms',
      'pull-shares',
      'pull-store-reports',
      'recheck-store-key',
      'reconcile-payments',
      'refit-models',
      'report-lasting-failures',
      'request-billing-mails',
      'request-rule-mails',
      'retry-attribution',
      'run-automation',
      'run-custom-rule',
      'send-alerts',
      'send-mail',
      'send-report',
      'sync-creatives',
      'watch-alerts',
      'watch-own-alert',
    ]);
  });

  it.each(files.map((file) => file.replace(/\.json$/, '')))('go on the same way: %s', (name) => {
    expect(failures.get(name)).toBeUndefined();
  });
});
