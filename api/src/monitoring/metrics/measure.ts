import type { ApiDependencies } from '../../http/dependencies.ts';
import { readiness } from '../queries/readiness.ts';
import { measureDeliveries } from './delivery-metrics.ts';
import { measureFailures } from './failure-metrics.ts';
import { measureMachine } from './machine-metrics.ts';
import { measureParts } from './part-metrics.ts';
import { measureProjections } from './projection-metrics.ts';
import { measureSharedWork } from './shared-work-metrics.ts';

/** Sets every figure that is not counted as it happens, before a scraper gets them; within two seconds, whatever is away. */
export async function measure(deps: ApiDependencies): Promise<void> {
  measureFailures(deps);
  await Promise.all([
    readiness(deps).then(measureParts),
    measureProjections(deps),
    measureSharedWork(deps),
    measureDeliveries(deps),
    measureMachine(deps),
  ]);
}
