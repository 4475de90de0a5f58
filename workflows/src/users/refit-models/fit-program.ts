import { setPriority } from 'node:os';
import { openClickHouse } from '@tapwise/adapters';
import { fitApplication } from '@tapwise/domain';
import { activeSubscriptions, receivedSoFar, subscriptionLines } from '@tapwise/projections/queries';
import { addExpected, type ExpectedIncome, nothingExpected } from './expected-income.ts';
import type { FitResponse, FitTask, FittedProduct } from './fit-task.ts';

/** Program: waits for a task, reads the application's lines, fits its models, answers with them. */
// Seconds of arithmetic must not take the processor from answers people wait for.
setPriority(5);
process.once('message', (task: FitTask) => void runTask(task));
// The answer is no longer awaited.
process.once('disconnect', () => process.exit());

async function runTask(task: FitTask): Promise<void> {
  const response: FitResponse = await fitModels(task).then(
    (fitted) => ({ fitted }),
    (error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(response);
}

async function fitModels(task: FitTask): Promise<FittedProduct[]> {
  const { applicationId, currency, smallBusiness, asOf } = task;
  const client = openClickHouse(task.clickHouseUrl);
  try {
    const previous = new Map(task.previous.map((model) => [model.product_id, model]));
    const models = fitApplication(await subscriptionLines(client, { applicationId }), { asOf, previous });
    const question = { applicationId, now: new Date(asOf), currency, smallBusiness };
    const received = await receivedSoFar(client, question);
    const byProduct = new Map(models.map((model) => [model.product_id, { model, expected: emptyOf(received, model) }]));
    for await (const page of activeSubscriptions(client, question)) {
      for (const subscription of page) {
        const productFit = byProduct.get(subscription.productId);
        if (productFit)
          addExpected(productFit.expected, subscription, productFit.model, { nowMs: asOf, smallBusiness });
      }
    }
    return [...byProduct.values()];
  } finally {
    await client.close();
  }
}

function emptyOf(received: ReadonlyMap<string, number>, { product_id }: { product_id: string }): ExpectedIncome {
  return nothingExpected(received.get(product_id) ?? 0);
}
