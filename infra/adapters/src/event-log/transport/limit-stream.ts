import { randomUUID } from 'node:crypto';
import { type LogTransport, readWhole } from './log-transport.ts';

/** What the log may drop of a stream: events older than so many seconds, or all but so many. */
type StreamLimits = { readonly $maxAge: number } | { readonly $maxCount: number };

/** Sets what the log may drop of a stream; what is set already is not written again. */
export async function limitStream(transport: LogTransport, stream: string, limits: StreamLimits): Promise<void> {
  const metastream = `$$${stream}`;
  const [last] = await readWhole(transport, {
    kind: 'stream',
    stream: metastream,
    from: 'end',
    backwards: true,
    maxCount: 1,
  });
  const metadata = typeof last?.data === 'object' && last.data !== null ? last.data : {};
  const current = new Map<string, unknown>(Object.entries(metadata));
  if (Object.entries(limits).every(([name, limit]) => current.get(name) === limit)) return;
  const data = JSON.stringify({ ...metadata, ...limits });
  const event = { id: randomUUID(), type: '$metadata', data, metadata: '{}' };
  await transport.append(metastream, last?.revision ?? 'no_stream', [event]);
}
