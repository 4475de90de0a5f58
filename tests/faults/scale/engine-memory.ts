/** Megabytes by name, and counts of what takes them. */
export type EngineMemory = ReadonlyMap<string, number>;

const metrics = `SELECT metric, value FROM system.metrics WHERE metric = 'MemoryTracking' OR metric LIKE '%CacheBytes' OR metric = 'GlobalThread'`;
/** Parts that others have replaced stay for eight minutes, so that a loss of power finds them. */
const parts = `SELECT 'parts in use', countIf(active) FROM system.parts UNION ALL
  SELECT 'replaced parts', countIf(NOT active) FROM system.parts UNION ALL
  SELECT 'primary keys', sum(primary_key_bytes_in_memory_allocated) FROM system.parts`;
const counted = new Set(['GlobalThread', 'parts in use', 'replaced parts']);

/** What the embedded ClickHouse says of its own memory. @throws Error when it does not answer. */
export async function engineMemory(tablesUrl: string): Promise<EngineMemory> {
  const { origin } = new URL(tablesUrl);
  const [rows, allocator] = await Promise.all([
    Promise.all([metrics, parts].map((query) => ask(origin, query))),
    ask(origin, 'SELECT * FROM system.jemalloc_stats FORMAT TSVRaw'),
  ]);
  const bytes = rows
    .flatMap((text) => text.trim().split('\n'))
    .map((line): [string, number] => {
      const [name = '', value] = line.split('\t');
      return [name, Number(value)];
    });
  const [line = ''] = /^Allocated: .*$/m.exec(allocator) ?? [];
  const ofAllocator = [...line.matchAll(/(allocated|active|resident|retained): (\d+)/gi)].map(
    ([, name = '', value]): [string, number] => [`allocator, ${name.toLowerCase()}`, Number(value)],
  );
  return new Map(
    [...bytes, ...ofAllocator].map(([name, value]) => [name, counted.has(name) ? value : value / 1024 ** 2]),
  );
}

/** What has changed between two looks, and all that is large. */
export function printEngineMemory(warm: EngineMemory, end: EngineMemory): void {
  console.log('\n| Of ClickHouse, in MB or as a count | When warm | At the end |');
  console.log('|---|---|---|');
  for (const [name, value] of [...end].sort()) {
    const before = warm.get(name) ?? 0;
    if (value >= 0.1 || before >= 0.1) console.log(`| ${name} | ${before.toFixed(1)} | ${value.toFixed(1)} |`);
  }
}

async function ask(origin: string, query: string): Promise<string> {
  const response = await fetch(origin, { method: 'POST', body: query });
  if (!response.ok) throw new Error(await response.text());
  return await response.text();
}
