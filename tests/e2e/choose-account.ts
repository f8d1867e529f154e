import type { Page } from '@playwright/test';
import { officialEmulator } from '#tests/firebase/official-emulators.ts';
import { press } from './press.ts';

/** What the page of the official emulator asks of other hosts, for its looks. */
export const OFFICIAL_LOOKS = /unpkg\.com|fonts\.googleapis\.com|fonts\.gstatic\.com/u;

/** Says who signs in, on the page of a provider of ours or of the official emulator. */
export async function chooseAccount(
  chooser: Page,
  { name, email }: { name: string; email: string },
): Promise<void> {
  if (officialEmulator('auth') !== null) {
    await chooser.getByText('Add new account').click();
    await chooser.locator('#email-input').fill(email);
    await chooser.locator('#display-name-input').fill(name);
    return chooser.locator('#sign-in').click();
  }
  await chooser.getByLabel('Name').fill(name);
  await chooser.getByLabel('Email').fill(email);
  await press(chooser.getByRole('button', { name: 'Continue' }));
}
