import { isMainThread } from 'node:worker_threads';

let n = 0;
if (isMainThread)
  setInterval(() => {
    n += 1;
    const before = process.memoryUsage().heapUsed;
    if (n % 3 === 0) globalThis.gc?.();
    const m = process.memoryUsage();
    const c = process.cpuUsage();
    console.error(
      'MEM',
      n * 10,
      's rss',
      Math.round(m.rss / 1e6),
      'heap',
      Math.round(before / 1e6),
      '->',
      Math.round(m.heapUsed / 1e6),
      '/',
      Math.round(m.heapTotal / 1e6),
      'ext',
      Math.round(m.external / 1e6),
      'cpu',
      ((c.user + c.system) / 1e6).toFixed(2),
    );
  }, 10000).unref();
