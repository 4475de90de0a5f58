import { randomUUID } from 'node:crypto';
import { type LogTransport, readWhole } from './transport/log-transport.ts';

/** Sets the age after which the log may drop events of a stream; what is set already is not written again. */
export async function keepFor(transport: LogTransport, stream: string, seconds: number): Promise<void> {
  const metastream = `$$${stream}`;
  const [last] = await readWhole(transport, {
    kind: 'stream',
    stream: metastream,
    from: 'end',
    backwards: true,
    maxCount: 1,
  });
  const metadata = typeof last?.data === 'object' && last.data !== null ? last.data : {};
  if ('$maxAge' in metadata && metadata.$maxAge === seconds) return;
  const data = JSON.stringify({ ...metadata, $maxAge: seconds });
  const event = { id: randomUUID(), type: '$metadata', data, metadata: '{}' };
  await transport.append(metastream, last?.revision ?? 'no_stream', [event]);
}
