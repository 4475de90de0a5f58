import type { Break } from '../break.ts';

const specs = ['infra/operations/backup/backup.int.spec.ts'] as const;
const copies = 'infra/adapters/src/event-log/copies';

/** What comes back from a backup: all of the log, and of erased people nothing. */
export const backupBreaks: readonly Break[] = [
  {
    what: 'a backup misses the last segment',
    file: 'infra/operations/backup/copy-log.ts',
    find: '  if (!draft.isEmpty()) await writeDraft();\n',
    replace: '',
    specs,
  },
  {
    what: 'a restore revives an erased person',
    file: 'infra/operations/backup/restore-keys.ts',
    find: 'const key = existing.has(name) ? await newest.read(name) : undefined;',
    replace: 'const key = await backup.read(name);',
    specs,
  },
  {
    what: 'an event that an operator left out is taken for another one in a restored log',
    file: `${copies}/moved-positions.ts`,
    find: "names === 'event' && !moved.isEvent ? 0n : moved.position",
    replace: 'moved.position',
    specs: [`${copies}/moved-positions.unit.spec.ts`],
  },
];
