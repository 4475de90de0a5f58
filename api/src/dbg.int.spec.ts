import { it } from 'vitest';
import { startApi } from '/work/main/tests/support/api-service.ts';
it('x', async () => {
  const api = await startApi({ demo: true });
  const t=Date.now(); const s=(m:string)=>process.stderr.write(`${m} ${Date.now()-t}\n`);
  await api.app.close(); s('app closed');
  (api as any).debug?.();
  await api.stop(); s('stopped');
}, 60000);
