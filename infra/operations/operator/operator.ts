import { exitWhenPrinted } from '@tapwise/adapters';
import { runSubcommand } from './run-subcommand.ts';

/** What the person who runs the server asks and decides beside the running product. One line of JSON a row. */
const code = await runSubcommand(process.argv.slice(2), {
  print: (row) => process.stdout.write(`${JSON.stringify(row)}\n`),
  complain: (text) => console.error(text),
});
// A stream that was left half way keeps the log's client from ending.
await exitWhenPrinted(code);
