/**
 * Ends the process as soon as all that it printed has been taken. A pipe that is full takes the rest later, and `process.exit` alone would
 * cut that off.
 */
export async function exitWhenPrinted(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
  process.exit(code);
}
