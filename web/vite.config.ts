import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

/** The running product; `npm run dev` says where it is. */
const api =
  loadEnv('development', fileURLToPath(new URL('.', import.meta.url)), 'TAPWISE_').TAPWISE_API ??
  'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    target: 'es2022',
    rollupOptions: {
      treeshake: {
        // Schemas are built when their module loads; the page uses types and the metric catalogue only, so a module of
        // the contract or the domain that nothing is taken from must not ship.
        moduleSideEffects: (id: string) => !/\/(?:domain|contract)\/src\//.test(id),
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/(?:react-router|react-router-dom)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': api,
      '/readyz': api,
      '/socket.io': { target: api, ws: true },
    },
  },
});
