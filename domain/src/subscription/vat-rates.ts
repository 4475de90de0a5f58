/**
 * Standard VAT or GST rates in percent that are inside the store's listed prices, by storefront. 0 where prices are
 * listed before tax or the store takes out none. General knowledge as of 2026-02, to be checked against the store's
 * own proceeds reports before money depends on it.
 */
export const vatPercentByStorefront: Readonly<Record<string, number>> = {
  ...{ AE: 5, AT: 20, AU: 10, BE: 21, BG: 20, BR: 0, CA: 0, CH: 8.1, CL: 19, CN: 6, CO: 19, CY: 19, CZ: 21 },
  ...{ DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GB: 20, GR: 24, HR: 25, HU: 27, ID: 11, IE: 23, IN: 18 },
  ...{ IT: 22, JP: 10, KR: 10, LT: 21, LU: 17, LV: 21, MT: 18, MX: 16, MY: 8, NL: 21, NO: 25, NZ: 15, PL: 23 },
  ...{ PT: 23, RO: 21, SA: 15, SE: 25, SG: 9, SI: 22, SK: 23, TH: 7, TR: 20, TW: 5, UA: 20, US: 0, ZA: 15 },
};
