/** Stream of how an organization is connected to the ad service. */
export const adsConnectionStream = (orgId: number): string => `adsConnection-${orgId}`;
/** Stream that says which organization an ad account is bound to. */
export const adAccountStream = (adAccountId: number): string => `adAccount-${adAccountId}`;
/** Stream of the older interface of the ad service as a whole. */
export const olderInterfaceStream = 'adsInterface-v5';

/** Beginnings of the names of all streams that `AdsConnections` are made from, for a server-side filter. */
export const adsConnectionStreamPrefixes: readonly string[] = ['adsConnection-', 'adAccount-', 'adsInterface-'];
