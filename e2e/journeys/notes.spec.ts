import { expectNoFaults } from '../desk/accessibility.ts';
import { expect, openDesk, test } from '../desk/fixtures.ts';

test('a note is written, found again after a reload, pinned, deleted and brought back', async ({ shell }) => {
  const { page } = await shell.open();
  const notes = page.getByRole('region', { name: 'Notes' });
  await page.getByRole('button', { name: /^Notes/ }).click();
  await notes.locator('.empty').getByRole('button', { name: 'New note' }).click();
  await expect(notes.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.type('Key for the bike shed');
  await notes.getByRole('textbox', { name: 'Title' }).fill('For the landlord');
  await notes.getByRole('radio', { name: 'Purple' }).check({ force: true });
  await notes.getByRole('textbox', { name: 'Add a tag' }).fill('home');
  await page.keyboard.press('Enter');
  await expect(notes.getByText('Saved', { exact: true })).toBeVisible();

  await page.reload();
  const card = notes.getByRole('button', { name: /^For the landlord/ });
  await expect(card).toBeVisible();
  await notes.getByRole('textbox', { name: 'Search notes' }).fill('bike');
  await expect(card).toBeVisible();
  await notes.getByRole('button', { name: 'More for For the landlord' }).click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(notes.getByRole('img', { name: 'Pinned' })).toHaveCount(1);
  await notes.getByRole('button', { name: 'More for For the landlord' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();
});

test('what the agent writes appears at once; a note both change at the same time loses nothing', { tag: '@browser' }, async ({
  hosts,
  page,
  context,
}) => {
  const { address } = await hosts.start();
  const desk = await openDesk(page, address);
  const elsewhere = await openDesk(await context.newPage(), address);
  const notes = page.getByRole('region', { name: 'Notes' });
  await page.getByRole('button', { name: /^Notes/ }).click();
  await desk.ask('create a note called Boiler with he comes on Friday');
  await notes.getByRole('button', { name: 'Boiler', exact: true }).click();
  const text = notes.getByRole('textbox', { name: 'Text' });
  await expect(text).toHaveValue('he comes on Friday');
  await elsewhere.ask('pin the note about the boiler');
  await expect(notes.getByRole('button', { name: 'Unpin' })).toBeVisible();

  // Somebody who types without a rest has nothing saved yet when the agent's change arrives.
  await text.press('Control+End');
  const typing = text.pressSequentially(', bring cash in small notes and a key', { delay: 150 });
  await elsewhere.ask('change the boiler note to say he comes on Monday');
  const other = notes.getByRole('group', { name: 'The other version' });
  await expect(other).toHaveText('He comes on Monday');
  await typing;
  await notes.getByRole('button', { name: 'Keep both' }).click();
  await expect(text).toHaveValue(/bring cash in small notes and a key\n\nHe comes on Monday/);
  await expect(notes.getByText('Saved', { exact: true })).toBeVisible();
});

test('what is written while the host is away is kept over a reload and saved when it is back', { tag: '@browser' }, async ({
  hosts,
  page,
}) => {
  const host = await hosts.start();
  await openDesk(page, host.address);
  const notes = page.getByRole('region', { name: 'Notes' });
  await page.getByRole('button', { name: /^Notes/ }).click();
  await notes.getByRole('button', { name: 'New note' }).first().click();
  await page.keyboard.type('before');
  await expect(notes.getByText('Saved', { exact: true })).toBeVisible();
  await host.kill();
  await expect(page.getByText('Offline', { exact: false }).first()).toBeVisible();
  await notes.getByRole('textbox', { name: 'Text' }).fill('before and on the train');
  await expect(notes.getByText('Kept here until the connection is back')).toBeVisible();
  await hosts.start();
  await expect(notes.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(notes.getByText('before and on the train').first()).toBeVisible();
});

test('the notes window has no fault a checker can find: empty, in the editor, in a menu', { tag: '@browser' }, async ({
  shell,
}) => {
  const { page } = await shell.open();
  const notes = page.getByRole('region', { name: 'Notes' });
  await page.getByRole('button', { name: /^Notes/ }).click();
  await expect(notes.getByText('No notes yet')).toBeVisible();
  await expectNoFaults(page);
  await notes.getByRole('button', { name: 'New note' }).first().click();
  await page.keyboard.type('- [x] Draught\n- [ ] Key');
  await notes.getByRole('textbox', { name: 'Add a tag' }).fill('home');
  await page.keyboard.press('Enter');
  await expect(notes.getByText('Saved', { exact: true })).toBeVisible();
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await notes.getByRole('button', { name: /^More for/ }).click();
  await expectNoFaults(page);
});
