/** The page's own way to the network, before a stand-in took its place. */
const network = globalThis.fetch.bind(globalThis);

/**
 * Reports to the pages that follow an application that its tables have moved.
 * @returns how many pages follow it
 */
export async function reportMove(applicationId: number): Promise<number> {
  const answer = await network(`/live-stand-in/moved?application_id=${applicationId}`, { method: 'POST' });
  return Number(await answer.text());
}
