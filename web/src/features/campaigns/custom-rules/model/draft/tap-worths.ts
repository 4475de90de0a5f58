/** What a tap may be worth by, for target bids, with the unit of the target. */
export const tapWorths = [
  'cpa',
  'cost_per_trial',
  'cost_per_conversion',
  'current_roas',
  'predicted_roas',
  'roas_d1',
  'roas_d3',
  'roas_d7',
  'roas_d14',
  'roas_d30',
] as const;

export const unitOfWorth = (of: string): 'money' | 'fraction' => (of.includes('roas') ? 'fraction' : 'money');
