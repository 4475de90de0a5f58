import type { Simulator } from '../simulator.ts';

/** Posts to one of the endpoints for tests. @throws when it is refused */
export async function control(simulator: Simulator, path: '/control' | '/faults', body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${simulator.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}

/** The writes since the last reset. */
export async function writesOf(simulator: Simulator): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const response = await fetch(`${simulator.url}/control/writes`);
  return ((await response.json()) as { writes: Record<string, unknown>[] }).writes;
}
