import type { BundlePlan } from '../start/bundle/bundle-parts.ts';

/** Commands that are used beside a running product, and the programs they run in processes of their own; as source files. */
export const commandPrograms = {
  operator: 'infra/operations/operator/operator.ts',
  billing: 'infra/operations/billing/billing.ts',
  'as-of': 'infra/operations/as-of/as-of.ts',
  'as-of-tables': 'projections/src/writing/as-of.ts',
  'as-of-report': 'api/src/reports/past/as-of.ts',
  rebuild: 'infra/operations/rebuild/rebuild.ts',
  'rebuild-tables': 'projections/src/writing/rebuild.ts',
  backup: 'infra/operations/backup/backup.ts',
  restore: 'infra/operations/backup/restore.ts',
  'restored-log': 'infra/engines/eventstore/src/main.ts',
} as const;

/** They share most of their code, so they are bundled together, in files of which each loads what it needs. */
export const commandPlan: BundlePlan = {
  folder: 'dist/commands',
  sources: ['domain', 'sdk-ingest', 'api', 'projections', 'workflows', 'infra'],
  whole: {},
  cut: [commandPrograms],
};
