import { describe, expect, it } from 'vitest';
import { adamIdFromUrl, adamIdOfAddress } from './store-url.ts';

describe('the address of an app', () => {
  it.each([
    'https://apps.apple.com/us/app/calm/id571800810',
    'https://apps.apple.com/app/id571800810?mt=8#reviews',
    'https://apps.apple.com/id571800810/',
    'http://itunes.apple.com/de/app/calm-schlaf/id571800810',
    'HTTPS://APPS.APPLE.COM/jp/app/%E7%91%9E/id571800810',
    ' apps.apple.com/app/id571800810 ',
  ])('names its number: %s', (address) => {
    expect(adamIdOfAddress(address)).toBe(571800810);
    expect(adamIdFromUrl(address)).toBe(571800810);
  });

  it.each([
    '',
    'id571800810',
    'https://apps.apple.com/us/app/calm',
    'https://apps.apple.com/app/id0',
    'https://apps.apple.com/app/id571800810x',
    'https://apps.apple.com/app/grid571800810',
    'https://apps.apple.com/app/?id=571800810',
    'https://apps.apple.com/app/id571800810/more',
    'https://apps.apple.com/app/id5718008101234567',
    `https://apps.apple.com/${'x'.repeat(2000)}/id571800810`,
    // Look-alikes.
    'https://apps.apple.com.example.com/app/id571800810',
    'https://example.com/apps.apple.com/app/id571800810',
    'https://apps-apple.com/app/id571800810',
    'https://xapps.apple.com/app/id571800810',
    'https://apps.apple.com@example.com/app/id571800810',
    'https://user@apps.apple.com/app/id571800810',
    'https://apps.apple.com:8443/app/id571800810',
    'https://apps.apple.com./app/id571800810',
    'https://www.apple.com/app/id571800810',
    'https://аpps.apple.com/app/id571800810',
    'javascript://apps.apple.com/app/id571800810',
    'javascript:alert(1)/id571800810',
    'data:text/html,apps.apple.com/app/id571800810',
    'file://apps.apple.com/app/id571800810',
    '//apps.apple.com/app/id571800810',
    'https:apps.apple.com',
    'https://',
    'https:\\\\apps.apple.com\\app\\id571800810',
    'https://apps.apple.com/app/id5718\n00810',
    'https://apps.apple.com/app/a b/id571800810',
    // Not of an app.
    'https://apps.apple.com/us/developer/calm/id571800810',
    'https://apps.apple.com/developer/id571800810',
    'https://apps.apple.com/de/story/id571800810',
  ])('is no other text: %s', (address) => {
    expect(adamIdOfAddress(address)).toBeUndefined();
    expect(() => adamIdFromUrl(address)).toThrow('Please enter the address of your app in the App Store');
  });
});
