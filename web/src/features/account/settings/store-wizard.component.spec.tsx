import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, timedOut } from '../../../testing/stand-in-server.ts';

const unconnected = application({ asc_integration: 'not_integrated' });
const credentials = 'POST /api/application/asc_credentials';

const dialog = () => page.getByRole('dialog', { name: /Store connection/ });
const field = (label: string) => dialog().getByLabelText(label);
const current = () => document.querySelector('[role="dialog"] [aria-current="step"]')?.textContent ?? '';
const opener = () => page.getByRole('button', { name: 'Set up: Store connection' });
const next = () => dialog().getByRole('button', { name: 'Next' }).click();

async function openWizard(options: ScreenOptions = {}) {
  const screen = await openScreen('/client/settings', {
    ...options,
    responses: { 'GET /api/account': sessionResponse(account(), [unconnected]), ...options.responses },
  });
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  return screen;
}

async function giveFile(name: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('[data-testid="key-file"]');
  if (input === null) throw new Error('The step has no field for a file.');
  await userEvent.upload(input, new File(['a key'], name));
}

async function giveKeys(): Promise<void> {
  await field('Issuer ID').fill('57246542-96fe-1a63-e053-0824d011072a');
  await field('KEY ID').fill('2X9R4HXF34');
  await giveFile('AuthKey_2X9R4HXF34.p8');
  await expect.element(dialog().getByText('AuthKey_2X9R4HXF34.p8')).toBeVisible();
  await next();
}

describe('the store wizard', () => {
  it('says what is missing in each step, and takes only a .p8 file', async () => {
    await openWizard();
    await next();
    for (const words of ['Issuer ID is required', 'KEY ID is required', 'API key file is required']) {
      await expect.element(dialog().getByText(words)).toBeVisible();
    }
    await expect.element(field('Issuer ID')).toHaveFocus();
    await giveFile('key.pem');
    await expect.element(dialog().getByText('Only .p8 files are accepted')).toBeVisible();
    await giveKeys();
    await next();
    await expect.element(dialog().getByText('Vendor number is required')).toBeVisible();
  });

  it('shows what the server refuses, and keeps what was typed', async () => {
    const { server } = await openWizard({
      responses: {
        [credentials]: () => failure(400, 'Apple did not accept this key. Check Issuer ID and KEY ID.', 'invalid'),
      },
    });
    await giveKeys();
    await field('Vendor number').fill('87120001');
    await next();
    const refusal = 'Error: Apple did not accept this key. Check Issuer ID and KEY ID.';
    await expect.element(dialog().getByRole('alert')).toHaveTextContent(refusal);
    expect(server.calls.at(-1)?.body).toMatchObject({ key_id: '2X9R4HXF34', vendor_number: '87120001' });
    expect(current()).toContain('Vendor number');
    await userEvent.keyboard('{Escape}');
    await opener().click();
    await expect.element(field('Vendor number')).toHaveValue('87120001');
  });

  it('is worked with keys alone and gives the focus back', async () => {
    await openScreen('/client/settings', {
      responses: { 'GET /api/account': sessionResponse(account(), [unconnected]) },
    });
    await expect.element(opener()).toBeVisible();
    (opener().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Issuer ID')).toHaveFocus();
    await userEvent.keyboard('57246542-96fe-1a63-e053-0824d011072a{Tab}2X9R4HXF34');
    await giveFile('AuthKey.p8');
    await expect.element(dialog().getByText('AuthKey.p8')).toBeVisible();
    (field('KEY ID').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Vendor number')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(opener()).toHaveFocus();
  });
});

it('has no accessibility fault in either theme: empty, with faults, refused', async () => {
  await openWizard({
    responses: { [credentials]: timedOut },
  });
  await expectAccessible('empty');
  await next();
  await expectAccessible('with faults');
  await giveKeys();
  await field('Vendor number').fill('87120001');
  await next();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('The request took too much time to execute.');
  await expectAccessible('refused');
});

it('fits a screen of 320 pixels', async () => {
  await openWizard({ width: 320, height: 640 });
  expectFits();
});
