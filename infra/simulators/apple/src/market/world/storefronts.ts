/**
 * A national storefront of the App Store. `ttr` and `cr` are fractions, `cptUsd` is the market price of a tap;
 * figures: Adapty, Apple Ads Benchmarks 2026 (data of 2025). `priceFactor` scales list prices, `organicWeight`
 * is the share of organic installs.
 */
export interface Storefront {
  readonly code: string;
  readonly alpha3: string;
  readonly storefrontId: string;
  readonly currency: string;
  readonly locale: string;
  readonly ttr: number;
  readonly cr: number;
  readonly cptUsd: number;
  readonly priceFactor: number;
  readonly organicWeight: number;
}

const ROWS: readonly string[] = [
  'US USA 143441 USD en_US 9.0 62.71 1.576 1.00 30',
  'GB GBR 143444 GBP en_GB 9.0 64.69 1.308 1.05 9',
  'AU AUS 143460 AUD en_AU 8.7 61.82 1.170 1.02 4',
  'CA CAN 143455 CAD en_CA 8.6 60.54 0.957 1.00 5',
  'DE DEU 143443 EUR de_DE 11.5 63.93 0.858 1.05 8',
  'FR FRA 143442 EUR fr_FR 12.2 67.29 0.747 1.02 6',
  'JP JPN 143462 JPY ja_JP 9.2 49.28 0.732 0.95 9',
  'CH CHE 143459 CHF de_CH 7.8 56.99 0.945 1.15 2',
  'NO NOR 143457 NOK nb_NO 7.3 56.17 0.755 1.10 1',
  'DK DNK 143458 DKK da_DK 9.0 63.06 0.657 1.10 1',
  'NL NLD 143452 EUR nl_NL 7.7 60.49 0.649 1.02 2',
  'AT AUT 143445 EUR de_AT 7.5 58.52 0.621 1.05 2',
  'NZ NZL 143461 NZD en_NZ 7.5 61.10 0.612 1.00 1',
  'IE IRL 143449 EUR en_IE 3.9 58.27 0.595 1.05 1',
  'SE SWE 143456 SEK sv_SE 6.9 57.80 0.572 1.05 2',
  'BE BEL 143446 EUR nl_BE 8.2 63.00 0.530 1.02 1',
  'FI FIN 143447 EUR fi_FI 6.8 57.84 0.514 1.05 1',
  'SG SGP 143464 SGD en_SG 5.1 49.49 0.496 0.95 1',
  'KR KOR 143466 KRW ko_KR 6.3 55.15 0.478 0.90 3',
  'IT ITA 143450 EUR it_IT 10.4 65.30 0.465 0.95 3',
  'ES ESP 143454 EUR es_ES 9.8 64.83 0.458 0.95 3',
  'PT PRT 143453 EUR pt_PT 11.3 68.88 0.356 0.90 1',
  'MX MEX 143468 MXN es_MX 8.8 60.58 0.446 0.70 2',
  'PL POL 143478 PLN pl_PL 10.2 66.05 0.409 0.80 1',
  'ZA ZAF 143472 ZAR en_ZA 16.5 72.20 0.408 0.60 1',
  'BR BRA 143503 BRL pt_BR 12.5 71.16 0.290 0.60 3',
  'TH THA 143475 THB th_TH 8.9 57.89 0.283 0.65 1',
  'MY MYS 143473 MYR ms_MY 12.0 65.01 0.279 0.60 1',
  'PH PHL 143474 PHP en_PH 11.5 64.49 0.228 0.50 1',
  'ID IDN 143476 IDR id_ID 7.4 56.61 0.199 0.45 1',
  'IN IND 143467 INR en_IN 9.2 59.84 0.178 0.40 2',
];

export const STOREFRONTS: readonly Storefront[] = ROWS.map(readRow);

const byCode = new Map(STOREFRONTS.map((storefront) => [storefront.code, storefront]));

/** The storefront of an ISO 3166 alpha-2 code; throws for one the simulated App Store does not have. */
export function storefrontOf(code: string): Storefront {
  const storefront = byCode.get(code);
  if (storefront === undefined) throw new Error(`No simulated storefront ${code}`);
  return storefront;
}

function readRow(row: string): Storefront {
  const [code = '', alpha3 = '', storefrontId = '', currency = '', locale = '', ...figures] = row.split(' ');
  const [ttr = 0, cr = 0, cptUsd = 0, priceFactor = 0, organicWeight = 0] = figures.map(Number);
  return {
    code,
    alpha3,
    storefrontId,
    currency,
    locale,
    ttr: ttr / 100,
    cr: cr / 100,
    cptUsd,
    priceFactor,
    organicWeight,
  };
}
