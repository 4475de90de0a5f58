/** Stream of one install of one application. */
export const installStream = (applicationId: number, installId: string): string =>
  `install-${applicationId}.${installId}`;

/** Stream of the calls of one application's SDK that were refused. */
export const sdkRefusalsStream = (applicationId: number): string => `sdkRefusals-${applicationId}`;
