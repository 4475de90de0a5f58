import { once } from 'node:events';
import { startListening } from './listening-process.ts';
import { startPostLoad } from './post-load.ts';

const callers = 128;
const generators = 2;
const seconds = 5;

/** Posts a second that this machine answers on the attribution route doing nothing, callers included: how fast it is at present. */
export async function measureNoOpRate(): Promise<number> {
  const noOp = await startListening('tests/load/ingest/no-op-service.ts');
  const load = startPostLoad(generators);
  try {
    const order = { port: noOp.port, callers, keys: ['none'], tokenShare: 0 };
    await load.flood({ ...order, seconds: 2 }, []);
    return (await load.flood({ ...order, seconds }, [])).perSecond;
  } finally {
    load.stop();
    noOp.child.kill('SIGTERM');
    if (noOp.child.exitCode === null) await once(noOp.child, 'exit');
  }
}
