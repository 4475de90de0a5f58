import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beginTemporal } from './begin-temporal.ts';
import { bundleFolder } from './bundle/bundle-parts.ts';
import { furtherPrograms } from './programs.ts';

/** Starts the product from its bundle. This file imports little, since it goes through the loader at every start. */
const began = Date.now();
const say = (line: string) => console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s] ${line}`);
// Who reads the lines may go away before the product ends; what cannot be printed must not end it, and leave its parts behind.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const root = resolve('.');
// Where the server has to be built, that takes minutes: it begins before everything else.
const temporal = beginTemporal(say);
const bundle = await bundleFolder(root, say);
const program = bundle === undefined ? join(root, furtherPrograms.product) : join(bundle, 'product.js');
process.setSourceMapsEnabled(true);
const { startProduct }: typeof import('./product.ts') = await import(pathToFileURL(program).href);
await startProduct({ root, bundle, temporal, say });
