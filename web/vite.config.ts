import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** The running product; `npm run dev` says where it is. */
const api =
  loadEnv('development', fileURLToPath(new URL('.', import.meta.url)), 'TAPWISE_').TAPWISE_API ??
  'http://127.0.0.1:8080';

/** The script of the public pages takes nothing from their CSS modules; without this they would be left out of the build. */
const keepSiteStyles: Plugin = {
  name: 'keep-site-styles',
  enforce: 'post',
  transform: (code, id) =>
    /\/src\/site\/.*\.module\.css$/.test(id) ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
};

export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), keepSiteStyles],
  build: {
    copyPublicDir: isSsrBuild !== true,
    target: 'es2022',
    // For the server alone: faults of the page are reported to it in terms of the built scripts.
    sourcemap: isSsrBuild === true ? false : 'hidden',
    rollupOptions: {
      input: { index: here('index.html'), site: here('site.html'), checkout: here('checkout.html') },
      treeshake: {
        // Schemas are built when their module loads; the page uses types and the metric catalogue only, so a module of
        // the contract or the domain that nothing is taken from must not ship.
        moduleSideEffects: (id: string) => !/\/(?:domain|contract)\/src\//.test(id),
      },
      output: {
        // Every script lists the files it may need: with their names, the first report would be 7 kB more, compressed.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
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
      // Public pages are made when the product is built.
      '^/($|docs|blog|skag|automation|terms|privacy|robots|sitemap|theme)': api,
      '/socket.io': { target: api, ws: true },
    },
  },
}));
