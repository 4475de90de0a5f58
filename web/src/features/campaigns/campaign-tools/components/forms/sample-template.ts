/** A template to begin with: two campaigns, a negative, and bids of their own. */
export const sampleTemplate = [
  'campaign,countries,daily_budget,lifetime_budget,devices,audience,automation,type,keyword,cpt,cpa',
  'US SKAG Sample,US CA,50.00,,,,on,keyword,sleep sounds,0.90,4.00',
  'US SKAG Sample,,,,,,,keyword,rain sounds,0.75,',
  'US SKAG Sample,,,,,,,negative,baby monitor,,',
  'GB SKAG Sample,GB,30.00,,iphone,new,off,keyword,white noise,0.60,',
  '',
].join('\r\n');
