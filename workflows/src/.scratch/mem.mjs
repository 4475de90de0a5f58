setInterval(() => {
  const m = process.memoryUsage();
  const c = process.cpuUsage();
  console.error(
    'MEM',
    Math.round(m.rss / 1e6),
    'heap',
    Math.round(m.heapUsed / 1e6),
    '/',
    Math.round(m.heapTotal / 1e6),
    'ext',
    Math.round(m.external / 1e6),
    'cpu',
    ((c.user + c.system) / 1e6).toFixed(2),
  );
}, 5000).unref();
