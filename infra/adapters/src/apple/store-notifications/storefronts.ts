import countries from 'i18n-iso-countries';

/** Storefronts are alpha-3 codes; we speak alpha-2. Kosovo has no official code and the store uses XKS. */
export function alpha2FromStorefront(storefront: string): string | null {
  if (storefront === 'XKS') return 'XK';
  return countries.alpha3ToAlpha2(storefront) ?? null;
}
