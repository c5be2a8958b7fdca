import { expect, test } from '../desk/fixtures.ts';

test.describe('on the first start, with no key and no network', () => {
  test('a sum is answered', async ({ desk }) => {
    await desk.ask('what is 15% of 80');
    await desk.expectAnswer('15% of 80 is 12.');
  });

  test('units are converted', async ({ desk }) => {
    await desk.ask('convert 3 miles to km');
    await desk.expectAnswer(/3 miles is (about |≈ ?)?4\.83?\d* (km|kilomet)/);
  });

  test('a note is written and shown', async ({ desk }) => {
    await desk.ask('note that the plumber comes on Friday');
    await desk.expectAnswer(/plumber comes on Friday/i);
    await desk.ask('show my notes');
    await desk.expectAnswer(/1 note|one note/i);
    await expect(desk.page.getByRole('log', { name: 'Conversation' })).toContainText('The plumber comes on Friday');
  });

  test('the weather says plainly, within ten seconds, that it cannot be had', async ({ desk }) => {
    await desk.ask("What's the weather in New York?");
    await desk.expectAnswer(/could not reach the weather service/i);
  });

  test('the way of a request is shown: which agent, which tool, how long', async ({ desk }) => {
    await desk.ask('what is 12 * 12');
    await desk.expectAnswer('144');
    const log = desk.page.getByRole('log', { name: 'Conversation' });
    await expect(log).toContainText('Asked the calculator agent');
    await expect(log).toContainText('basic_calculation');
  });

  test('a suggestion works as it stands', async ({ desk }) => {
    const suggestion = desk.page.getByRole('main').getByRole('button').filter({ hasText: /\d/ }).first();
    await suggestion.click();
    await desk.expectAnswer(/./);
  });
});
