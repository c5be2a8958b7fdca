import { expectNoFaults } from '../desk/accessibility.ts';
import { expect, test } from '../desk/fixtures.ts';

// The page is the same in both shells, and so is what a checker finds in it.
test('the desk has no fault a checker can find, empty and with a conversation', { tag: '@browser' }, async ({ desk }) => {
  await expectNoFaults(desk.page);
  await desk.ask('note that the plumber comes on Friday');
  await desk.expectAnswer(/plumber/);
  await desk.ask('what is 15% of 80');
  await desk.expectAnswer('12');
  await expectNoFaults(desk.page);
});

test('a request can be made with the keyboard alone', async ({ desk }) => {
  await desk.page.getByRole('button', { name: /^Chat/ }).focus();
  await desk.page.keyboard.press('/');
  await expect(desk.page.getByRole('textbox', { name: 'Ask anything' })).toBeFocused();
  await desk.page.keyboard.type('what is 7 * 8');
  await desk.page.keyboard.press('Enter');
  await desk.expectAnswer('56');
});
