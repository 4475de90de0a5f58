import { z } from 'zod';
import { HISTORY_MONTHS } from './market/world/market-model.ts';

/** Which ads APIs are served: the Platform API, the older Campaign Management API, or both over one world. */
const ADS_APIS = ['v1', 'v5', 'both'] as const;

/** The simulator's settings; the only place that reads the process environment. */
const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data/simulator'),
  SIMULATOR_SEED: z.coerce.number().int().default(1),
  SIMULATOR_SCALE: z.coerce.number().positive().default(1),
  SIMULATOR_HISTORY_MONTHS: z.coerce.number().int().min(0).max(24).default(HISTORY_MONTHS),
  SIMULATOR_MOVEMENT: z.enum(['on', 'off']).default('on'),
  SIMULATOR_APPLE: z.enum(ADS_APIS).default('v1'),
  SIMULATOR_NOW: z.iso.datetime({ offset: true }).optional(),
  SIMULATOR_PRODUCT_API_URL: z.url().optional(),
  SIMULATOR_PRODUCT_INGEST_URL: z.url().optional(),
  SIMULATOR_IMPORT_SECRET: z.string().optional(),
  SIMULATOR_HISTORY_RATE: z.coerce.number().positive().default(4_000),
  SIMULATOR_INCIDENT: z.enum(['on', 'off']).default('off'),
});

/** All settings of a simulator; also what an embedding test gives. */
export interface SimulatorOptions {
  /** 0 = any free port. */
  readonly port: number;
  readonly host: string;
  /** Folder for keys, certificates, anchor and progress; `:memory:` keeps nothing. */
  readonly dataDir: string;
  readonly seed: number;
  /** Factor on all volumes. */
  readonly scale: number;
  /** Whole months of history before the present one. */
  readonly historyMonths: number;
  /** `off`: the present moves only by what tests cause. */
  readonly movement: 'on' | 'off';
  /** Versions of the ads API that are served. */
  readonly adsApis: (typeof ADS_APIS)[number];
  /** Instant (ms) at which the simulator's clock starts; null = the machine's clock. */
  readonly startAt: number | null;
  /** Where the app users post to; null = the apps have no users. */
  readonly product: ProductAddresses | null;
  /** With it users of past days are imported, many in one post; null = each as the SDK and the store would have posted it. */
  readonly importSecret: string | null;
  /** Most posts per second while past days are posted. */
  readonly historyRate: number;
  /** Whether reports of one ad account are refused for a while, once, when the past has been delivered; only where the present moves. */
  readonly incident: 'on' | 'off';
}

export interface ProductAddresses {
  readonly apiUrl: string;
  readonly ingestUrl: string;
}

/** Reads the environment. @throws when a setting cannot be understood; empty settings count as absent */
export function readEnvironment(): SimulatorOptions {
  const variables = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const env = schema.parse(variables);
  const { SIMULATOR_PRODUCT_API_URL: apiUrl, SIMULATOR_PRODUCT_INGEST_URL: ingestUrl } = env;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    seed: env.SIMULATOR_SEED,
    scale: env.SIMULATOR_SCALE,
    historyMonths: env.SIMULATOR_HISTORY_MONTHS,
    movement: env.SIMULATOR_MOVEMENT,
    adsApis: env.SIMULATOR_APPLE,
    startAt: env.SIMULATOR_NOW === undefined ? null : Date.parse(env.SIMULATOR_NOW),
    product: apiUrl === undefined || ingestUrl === undefined ? null : { apiUrl, ingestUrl },
    importSecret: env.SIMULATOR_IMPORT_SECRET ?? null,
    historyRate: env.SIMULATOR_HISTORY_RATE,
    incident: env.SIMULATOR_INCIDENT,
  };
}
