import { eventually, type Product } from './product.ts';

/** The product answers and says that everything is well. */
export async function healthy({ url }: Pick<Product, 'url'>): Promise<void> {
  const ready = async () => (await fetch(`${url}/readyz`)).json() as Promise<{ status: string }>;
  await eventually(ready, ({ status }) => status === 'ok', { timeoutMs: 60_000 });
}

/** SIGKILL; resolves when the part runs again under another process id. */
export async function killPart(product: Pick<Product, 'pid'>, part: string): Promise<void> {
  const pid = product.pid(part);
  process.kill(pid, 'SIGKILL');
  await eventually(
    async () => product.pid(part),
    (now) => Number.isInteger(now) && now > 0 && now !== pid,
    { timeoutMs: 60_000 },
  );
}
