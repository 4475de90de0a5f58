import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';

/** More than the pipe of a child process holds. */
const characters = 2_000_000;
const program = `
  import { exitWhenPrinted } from ${JSON.stringify(new URL('./exit-when-printed.ts', import.meta.url).href)};
  // What would keep the process from ending by itself.
  setInterval(() => undefined, 1000);
  process.stdout.write('x'.repeat(${characters}));
  await exitWhenPrinted(3);
`;

it('a program that ends has printed everything, however slowly it is read', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = 0;
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.length));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  expect({ printed, code }).toEqual({ printed: characters, code: 3 });
});
