/**
 * Parts of Chromium that no test shows. A list given here replaces the one that Playwright starts it with, which is therefore
 * repeated first.
 */
const absent = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Each window loads pages of its own for the list below its address bar, which take the processor more than signing in does.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
];

/** What Chromium is started with for components and stories. */
export const browserArgs = [
  '--no-sandbox',
  // There is no graphics processor; imitating one takes the processor more than drawing without.
  '--disable-gpu',
  `--disable-features=${absent.join(',')}`,
];
