import Fastify from 'fastify';

/** The attribution route doing nothing: same framework, same body read, an answer of the same size. */
const app = Fastify({ logger: false, bodyLimit: 16 * 1024 });
app.post('/sdk/v1/attribution', () => ({ status: 'ok', first_time: true, attribution: null }));
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
if (address !== null && typeof address === 'object') console.log(`LISTENING ${address.port}`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
