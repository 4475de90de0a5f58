export type Decimals = 0 | 2 | 3 | 4;

/**
 * Codes of ISO 4217 whose smallest unit is not a hundredth, by their decimals; all others of the list have two. From list one of the
 * maintenance agency (https://www.six-group.com/dam/download/financial-information/data-center/iso-currrency/lists/list-one.xml,
 * November 2026).
 */
const exceptions: ReadonlyMap<string, Decimals> = new Map([
  ...codesWith(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...codesWith(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...codesWith(4, 'CLF UYW'),
]);

/** The ISO 4217 code: the ad service writes RMB for the currency whose rate is published as CNY. */
export const isoCurrency = (code: string): string => (code === 'RMB' ? 'CNY' : code);

/** How many decimals the amounts of a currency have; two for a code that is not in ISO 4217. */
export const decimalsOf = (currency: string): Decimals => exceptions.get(currency) ?? 2;

function codesWith(decimals: Decimals, codes: string): [string, Decimals][] {
  return codes.split(' ').map((code) => [code, decimals]);
}
