import type { ServerToClient } from '@tapwise/contract';

/** The browser's own `fetch`, before a stand-in took its place. */
export const network = globalThis.fetch.bind(globalThis);

/**
 * Reports to the pages that follow an application that its tables have moved.
 * @returns how many pages follow it
 */
export const reportMove = (applicationId: number): Promise<number> => post('moved', applicationId);

/** Reports that a rule of the application has logged something. @returns how many pages follow it */
export const reportLogged = (applicationId: number): Promise<number> => post('logged', applicationId);

/** Reports to every page that something of its team has changed. */
export async function reportTeamChange(): Promise<void> {
  await network('/live-stand-in/account', { method: 'POST' });
}

/** Reports that an incident of an alert of the application is another. @returns how many pages follow it */
export const reportAlert = (applicationId: number): Promise<number> => post('alerted', applicationId);

/** Sends every page a notice of its person. */
export async function sendNotice(message: Parameters<ServerToClient['notice']>[0]): Promise<void> {
  await network('/live-stand-in/notice', { method: 'POST', body: JSON.stringify(message) });
}

async function post(what: string, applicationId: number): Promise<number> {
  const response = await network(`/live-stand-in/${what}?application_id=${applicationId}`, { method: 'POST' });
  return Number(await response.text());
}

/** Reports to the pages that follow an application that a change is done. */
export async function reportChange(applicationId: number, changeId: string): Promise<void> {
  await network(`/live-stand-in/change?application_id=${applicationId}&change_id=${changeId}`, { method: 'POST' });
}
