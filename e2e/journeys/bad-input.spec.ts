import { expect, test } from '../desk/fixtures.ts';

const HOSTILE = [
  '<img src=x onerror="document.title=\'hacked\'">',
  '<script>document.title="hacked"</script>',
  '[click](javascript:alert(1))',
  '\u202Ereversed text\u202C',
  'x'.repeat(10_000),
  '🇳🇱👩‍👩‍👧‍👦'.repeat(200),
];

test('hostile text is shown as text, runs nothing and breaks no layout', async ({ desk }) => {
  const log = desk.page.getByRole('log', { name: 'Conversation' });
  for (const [index, text] of HOSTILE.entries()) {
    await desk.ask(text);
    await expect(log.getByRole('article', { name: /^You/ })).toHaveCount(index + 1);
    await expect(log.getByRole('article', { name: /^VOS/ })).toHaveCount(index + 1, { timeout: 12_000 });
  }
  await expect(log).toContainText(HOSTILE[1] ?? '');
  await expect(desk.page).toHaveTitle(/VOS/);
  const overflow = await desk.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('an empty message sends nothing; one that is too long is kept in the pill with a sentence', async ({ desk }) => {
  const pill = desk.page.getByRole('textbox', { name: 'Ask anything' });
  await pill.fill('   ');
  await pill.press('Enter');
  await expect(desk.page.getByRole('log', { name: 'Conversation' }).getByRole('article')).toHaveCount(0);
  await pill.fill('y'.repeat(60_000));
  await pill.press('Enter');
  await expect(desk.page.getByText('a message holds at most 50,000')).toBeVisible();
  await expect(pill).toHaveValue('y'.repeat(60_000));
});
