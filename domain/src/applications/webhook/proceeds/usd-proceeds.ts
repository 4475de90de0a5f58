/** Ten-thousandths of a US dollar: four decimals as a whole number. */
export type UsdTenThousandths = number;

/** What a charge was made for, and what the price holds that is not the publisher's. */
export interface PricedCharge {
  /** Price with tax, in micros of the charge's currency. */
  readonly gross_micros: number;
  /** Tax inside the price, as a fraction. */
  readonly vat_rate: number;
  /** The store's share of the price without tax, as a fraction. */
  readonly fee_rate: number;
}

/** Reference rates of the UTC date of a charge: units for one euro. */
export interface ChargeDayRates {
  readonly charged: number;
  readonly usd: number;
}

const rateDecimals = 8;
const rateUnit = 10n ** BigInt(rateDecimals);

/**
 * Proceeds of a charge in US dollars, through the euro: gross / (1 + VAT) × (1 − fee) / rate × dollars for one euro, rounded
 * once at the end, half away from zero. Whole numbers throughout, so that a half is a half.
 */
export function usdProceeds(charge: PricedCharge, rates: ChargeDayRates): UsdTenThousandths {
  const over = BigInt(charge.gross_micros) * (rateUnit - scaled(charge.fee_rate)) * scaled(rates.usd) * rateUnit;
  const under = 100n * (rateUnit + scaled(charge.vat_rate)) * scaled(rates.charged) * rateUnit;
  return Number(roundedDivision(over, under));
}

/**
 * What a refund takes back of the proceeds that were sent for its charge; never positive. No rate is asked again, and all refunds of a
 * charge together take back what was sent at most.
 * @param share Part of the charge that is refunded, 0 to 1.
 * @param takenBack What earlier refunds of the charge took back, zero or less.
 */
export function usdRefund(sent: UsdTenThousandths, share: number, takenBack: UsdTenThousandths): UsdTenThousandths {
  const wanted = Number(roundedDivision(BigInt(sent) * scaled(share), rateUnit));
  const left = sent + takenBack;
  const amount = Math.max(0, Math.min(wanted, left));
  return amount === 0 ? 0 : -amount;
}

function scaled(value: number): bigint {
  return BigInt(value.toFixed(rateDecimals).replace('.', ''));
}

/** Half away from zero; `under` is positive. */
function roundedDivision(over: bigint, under: bigint): bigint {
  const half = over < 0n ? -under : under;
  return (2n * over + half) / (2n * under);
}
