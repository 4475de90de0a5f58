import { readFileSync } from 'node:fs';

const folder = new URL('../../../../../tests/reference-data/ltv/', import.meta.url);

/** Rows of a published table, by column name. */
export function readTable(file: string): Record<string, string>[] {
  const [head = '', ...rows] = readFileSync(new URL(file, folder), 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index] ?? '', cell])));
}

/** A column of a published table as numbers; empty cells are left out. */
export function readColumn(file: string, name: string): number[] {
  return readTable(file)
    .map((row) => row[name] ?? '')
    .filter((cell) => cell !== '')
    .map(Number);
}

/** Renewals of a cohort of which so many survived 0, 1, … renewals. */
export function renewalsOfSurvivors(survivors: readonly number[]): { counted: Float64Array; renewed: Float64Array } {
  return {
    counted: Float64Array.from(survivors.slice(0, -1)),
    renewed: Float64Array.from(survivors.slice(1)),
  };
}

interface WorkedTrial {
  readonly event: 'cancel' | 'convert' | 'open';
  readonly hours: number | null;
  readonly follow_up: number;
}

interface WorkedLtv {
  readonly net_per_charge: number[];
  readonly retention: number[];
  readonly remaining: number[];
  readonly ltvForCharge: number[];
  readonly second_moment_of_remaining: number[];
}

/** The worked example: inputs and outputs to six digits. */
export interface WorkedExample {
  readonly trial_curve: {
    readonly edges_hours: number[];
    readonly trials: WorkedTrial[];
    readonly world: {
      readonly bins: { n: number; a: number; b: number }[];
      readonly cancel_hazard: number[];
      readonly convert_hazard: number[];
      readonly probability_at_edge: number[];
    };
    readonly country: {
      readonly pseudo_trials: number;
      readonly trials: WorkedTrial[];
      readonly cancel_hazard: number[];
      readonly convert_hazard: number[];
      readonly probability_at_edge: number[];
    };
  };
  readonly ltv: { readonly monthly_us: WorkedLtv; readonly annual_us: WorkedLtv; readonly monthly_gb: WorkedLtv };
  readonly subscriptions: { id: string; current: number; predicted: number }[];
  readonly within_period: Record<
    | 'retention'
    | 'billing_success'
    | 'share_of_cancellations_seen'
    | 'auto_renew_on_at_end'
    | 'auto_renew_on_now'
    | 'conditional_retention'
    | 'value',
    number
  >;
  readonly sbg: { readonly alpha: number; readonly beta: number; readonly retention: [number, number][] };
}

export function readWorkedExample(): WorkedExample {
  return JSON.parse(readFileSync(new URL('worked-example.json', folder), 'utf8')) as WorkedExample;
}
