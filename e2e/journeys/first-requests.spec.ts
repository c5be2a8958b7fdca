import { expect, test } from '../desk/fixtures.ts';

test('on the first start, with no key and no network, the first requests are answered', async ({ shell }) => {
  const desk = await shell.open();
  const log = desk.page.getByRole('log', { name: 'Conversation' });

  await test.step('a suggestion works as it stands', async () => {
    await desk.page.getByRole('main').getByRole('button').filter({ hasText: 'What is 15% of 80?' }).click();
    await desk.expectAnswer('15% of 80 is 12.');
  });

  await test.step('units are converted', async () => {
    await desk.ask('convert 3 miles to km');
    await desk.expectAnswer(/3 miles is (about |≈ ?)?4\.83?\d* (km|kilomet)/);
  });

  await test.step('the way of a request is shown: which agent, which tool', async () => {
    await desk.ask('what is 12 * 12');
    await desk.expectAnswer('144');
    await expect(log).toContainText('Asked the calculator agent');
    await expect(log).toContainText('basic_calculation');
  });

  await test.step('a note is written and shown', async () => {
    await desk.ask('note that the plumber comes on Friday');
    await desk.expectAnswer(/plumber comes on Friday/i);
    await desk.ask('show my notes');
    await desk.expectAnswer(/1 note|one note/i);
    await expect(log).toContainText('The plumber comes on Friday');
  });

  await test.step('the weather says plainly, within ten seconds, that it cannot be had', async () => {
    await desk.ask("What's the weather in New York?");
    await desk.expectAnswer(/could not reach the weather service/i);
  });
});
