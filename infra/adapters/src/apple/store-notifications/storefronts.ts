// The package's main entry loads the names of all countries in 80 languages, a megabyte that a start need not read.
import countries from 'i18n-iso-countries/index.js';

/** Storefronts are alpha-3 codes; we speak alpha-2. Kosovo has no official code and the store uses XKS. */
export function alpha2FromStorefront(storefront: string): string | null {
  if (storefront === 'XKS') return 'XK';
  return countries.alpha3ToAlpha2(storefront) ?? null;
}
