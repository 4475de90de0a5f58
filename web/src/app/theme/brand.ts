import type { BrandVariants } from '@fluentui/react-components';

/** One blue in sixteen steps, made in OKLCH with the hue going from 266 (dark) to 258 (light). */
export const brand: BrandVariants = {
  10: '#07112b',
  20: '#0a1840',
  30: '#0d2059',
  40: '#102972',
  50: '#12328c',
  60: '#153da4',
  70: '#174abd',
  80: '#1c5bd6',
  90: '#286ce5',
  100: '#3d7eee',
  110: '#5490f4',
  120: '#6ba1f8',
  130: '#87b4fa',
  140: '#a4c8fd',
  150: '#c6ddfe',
  160: '#e8f1fe',
};
