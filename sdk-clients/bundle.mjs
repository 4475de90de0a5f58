#!/usr/bin/env node
// Puts the Swift core into the packages of the other languages, which must hold all they need, and gives Unity's files their .meta.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const here = import.meta.dirname;
const core = join(here, 'swift', 'Sources', 'Tapwise');
const folders = ['react-native/ios/core', 'flutter/ios/tapwise/Sources/tapwise/core', 'unity/Plugins/iOS/core'];

for (const folder of folders) {
  rmSync(join(here, folder), { recursive: true, force: true });
  cpSync(core, join(here, folder), { recursive: true });
}
const unity = join(here, 'unity');
for (const name of readdirSync(unity, { recursive: true })) writeMeta(join(unity, name));

/** Unity ignores a package's files without one. The id is made from the path, so that it never changes. */
function writeMeta(file) {
  const path = relative(unity, file);
  if (path.endsWith('.meta') || path.includes('~') || existsSync(`${file}.meta`)) return;
  const guid = createHash('md5').update(`com.tapwise.sdk/${path}`).digest('hex');
  const kind = statSync(file).isDirectory() ? 'folderAsset: yes\n' : '';
  writeFileSync(`${file}.meta`, `fileFormatVersion: 2\nguid: ${guid}\n${kind}${importer(path)}`);
}

/** What is in Plugins belongs into builds for iOS alone. */
function importer(path) {
  if (!/^Plugins[\\/]iOS[\\/].*\.(swift|xcprivacy)$/.test(path)) return '';
  return [
    'PluginImporter:',
    '  platformData:',
    '  - first:\n      Any:\n    second:\n      enabled: 0',
    '  - first:\n      iPhone: iOS\n    second:\n      enabled: 1',
    '',
  ].join('\n');
}
