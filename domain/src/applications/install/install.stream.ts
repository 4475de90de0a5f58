/** Stream of one install of one application. */
export const installStream = (applicationId: number, installId: string): string =>
  `install-${applicationId}.${installId}`;
