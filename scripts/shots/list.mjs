// What `npm run shots` takes: a scene of the gallery each, and what a person does in it before the picture.

const rail = (page, name) => page.getByRole('navigation', { name: 'Apps' }).getByRole('button', { name });
const open = (name) => (page) => rail(page, new RegExp(`^${name}`)).click();
const windowOf = (page, name) => page.getByRole('region', { name, exact: true });
const notes = (page) => windowOf(page, 'Notes');
const sticky = (page, title) => page.getByRole('article', { name: `Sticky note: ${title}` });

const answerable = (page) => page.getByRole('button', { name: 'Allow', exact: true }).waitFor();

async function openWeather(page) {
  await open('Weather')(page);
  await windowOf(page, 'Weather').locator('.weather-facts, .empty h3').first().waitFor();
}

async function openSettings(page, section) {
  await open('Settings')(page);
  if (section !== undefined) await page.getByRole('button', { name: section }).click();
}

async function openNote(page, title) {
  await open('Notes')(page);
  await notes(page).getByRole('button', { name: title, exact: true }).click();
  await notes(page).getByRole('textbox', { name: 'Text' }).waitFor();
}

async function openTraceList(page) {
  await open('Trace')(page);
  await windowOf(page, 'Trace').locator('.trace-row, .empty h3').first().waitFor();
}

/** A narrow window shows the list alone until a request is chosen. */
async function openTrace(page) {
  await openTraceList(page);
  const row = windowOf(page, 'Trace').locator('.trace-row').first();
  if (await row.isVisible()) await row.click();
}

/** Widens the window, so that the list and the route stand beside each other in full. */
async function openTraceFull(page) {
  await openTrace(page);
  await windowOf(page, 'Trace').getByRole('button', { name: 'Full screen' }).click();
}

export const shots = [
  { name: 'chat', scene: 'conversation' },
  {
    name: 'chat-scrolled',
    scene: 'conversation',
    steps: (page) => page.getByRole('log').evaluate((log) => log.scrollTo(0, 500)),
  },
  { name: 'chat-markdown', scene: 'markdown' },
  { name: 'trace-live', scene: 'route-live', steps: openTraceFull },
  {
    name: 'trace-done',
    scene: 'conversation',
    async steps(page) {
      await openTrace(page);
      await windowOf(page, 'Trace').getByRole('button', { name: 'Show details' }).click();
    },
  },
  { name: 'trace-failed', scene: 'route-failed', steps: openTraceFull },
  {
    name: 'trace-long',
    scene: 'conversation',
    async steps(page) {
      await openTraceFull(page);
      await windowOf(page, 'Trace')
        .getByRole('button', { name: /^Stopped/ })
        .click();
    },
  },
  { name: 'trace-list', scene: 'conversation', steps: openTraceList },
  { name: 'trace-empty', scene: 'empty', steps: openTrace },
  { name: 'trace-error', scene: 'failing', steps: openTrace },
  { name: 'chat-empty', scene: 'empty' },
  { name: 'chat-working', scene: 'working', steps: (page) => page.getByText('one moment please').waitFor() },
  { name: 'chat-asking', scene: 'asking', steps: answerable },
  {
    name: 'chat-asking-elsewhere',
    scene: 'asking',
    async steps(page) {
      await page.getByText('Always', { exact: true }).click();
      await page.getByRole('button', { name: /^Conversations/ }).click();
    },
  },
  { name: 'chat-asking-after-reading', scene: 'asking-after-reading', steps: answerable },
  { name: 'chat-uncertain', scene: 'uncertain', steps: (page) => page.getByRole('button', { name: 'Check' }).waitFor() },
  { name: 'chat-lost', scene: 'lost', steps: (page) => page.getByText('Trying again').waitFor() },
  {
    name: 'chat-offline',
    scene: 'offline',
    async steps(page) {
      await page.getByText('Three things').waitFor();
      await page.getByText('Waiting for the connection').waitFor();
    },
  },
  { name: 'chat-failed', scene: 'failing', steps: (page) => page.getByText('did not load').first().waitFor() },
  {
    name: 'chat-conversations',
    scene: 'conversation',
    async steps(page) {
      await page.getByRole('button', { name: 'Conversations' }).click();
      await page.getByRole('button', { name: /^Will it stay dry/ }).hover();
    },
  },
  {
    name: 'chat-focus',
    scene: 'conversation',
    async steps(page) {
      await page.getByRole('log').focus();
      await page.keyboard.press('Tab');
    },
  },
  {
    name: 'pill-long',
    scene: 'conversation',
    steps: (page) =>
      page
        .getByRole('textbox', { name: 'Ask anything' })
        .fill('Four things:\nthe plumber\nthe boat\nthe tickets\nand the bread, which should rest longer'),
  },
  { name: 'notes', scene: 'conversation', steps: open('Notes') },
  {
    name: 'notes-menu',
    scene: 'conversation',
    async steps(page) {
      await open('Notes')(page);
      await notes(page).getByRole('button', { name: 'More for Before Saturday' }).click();
    },
  },
  { name: 'notes-editor', scene: 'conversation', steps: (page) => openNote(page, 'Before Saturday') },
  {
    name: 'notes-conflict',
    scene: 'clash',
    async steps(page) {
      await openNote(page, 'Sourdough, again');
      await notes(page).getByRole('textbox', { name: 'Text' }).fill('Less water: 66 %. Fold five times.');
      await notes(page).getByRole('button', { name: 'Keep mine' }).waitFor();
    },
  },
  { name: 'notes-empty', scene: 'empty', steps: open('Notes') },
  {
    name: 'notes-nothing-found',
    scene: 'conversation',
    async steps(page) {
      await open('Notes')(page);
      await notes(page).getByRole('textbox', { name: 'Search notes' }).fill('zeppelin');
      await notes(page).getByText('No notes found').waitFor();
    },
  },
  { name: 'notes-failed', scene: 'failing', steps: open('Notes') },
  {
    name: 'stickies',
    scene: 'stickies',
    async steps(page) {
      await rail(page, /^Chat/).click();
      await sticky(page, 'Before Saturday').hover();
    },
  },
  {
    name: 'stickies-writing',
    scene: 'stickies',
    async steps(page) {
      await rail(page, /^Chat/).click();
      await sticky(page, 'For the landlord').getByRole('button', { name: 'Write on it' }).click();
    },
  },
  {
    name: 'stickies-keys',
    scene: 'stickies',
    async steps(page) {
      await page.getByText('Words to keep').waitFor();
      await page.keyboard.press('Control+Shift+S');
      await page.keyboard.press('Tab');
    },
  },
  { name: 'weather', scene: 'conversation', steps: openWeather },
  { name: 'weather-empty', scene: 'empty', steps: openWeather },
  { name: 'weather-no-reading', scene: 'no-reading', steps: openWeather },
  {
    name: 'weather-old-reading',
    scene: 'old-reading',
    async steps(page) {
      await openWeather(page);
      await page.getByRole('button', { name: 'Show it' }).click();
      // Where the button was, a day would be under the pointer.
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'weather-search',
    scene: 'conversation',
    async steps(page) {
      await openWeather(page);
      await windowOf(page, 'Weather').getByRole('combobox').fill('paris');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'settings-models', scene: 'conversation', steps: (page) => openSettings(page) },
  {
    name: 'settings-service',
    scene: 'conversation',
    async steps(page) {
      await openSettings(page);
      await page.getByRole('button', { name: 'Set up OpenAI' }).click();
    },
  },
  {
    name: 'settings-add',
    scene: 'conversation',
    async steps(page) {
      await openSettings(page);
      await page.getByRole('button', { name: 'Add a service' }).click();
    },
  },
  { name: 'settings-costs', scene: 'conversation', steps: (page) => openSettings(page, 'Costs') },
  { name: 'settings-permissions', scene: 'conversation', steps: (page) => openSettings(page, 'Permissions') },
  {
    name: 'settings-permissions-unfolded',
    scene: 'conversation',
    async steps(page) {
      await openSettings(page, 'Permissions');
      await page
        .getByRole('button', { name: /^What that is/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Take back/ })
        .first()
        .click();
    },
  },
  { name: 'settings-appearance', scene: 'conversation', steps: (page) => openSettings(page, 'Appearance and units') },
  { name: 'settings-data', scene: 'conversation', steps: (page) => openSettings(page, 'Data folder') },
  { name: 'settings-failed', scene: 'failing', steps: (page) => openSettings(page) },
  {
    name: 'desk',
    scene: 'stickies',
    async steps(page) {
      await open('Notes')(page);
      await openWeather(page);
    },
  },
  {
    name: 'desk-all-windows',
    scene: 'stickies',
    async steps(page) {
      await open('Notes')(page);
      await openWeather(page);
      await openSettings(page);
      await rail(page, /^Weather/).click();
      await rail(page, /^Weather/).click();
    },
  },
  {
    name: 'desk-empty',
    scene: 'conversation',
    async steps(page) {
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.mouse.move(640, 300);
    },
  },
  {
    name: 'toast-undo',
    scene: 'conversation',
    async steps(page) {
      await open('Notes')(page);
      await notes(page).getByRole('button', { name: 'More for Before Saturday' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  { name: 'shortcuts', scene: 'conversation', steps: (page) => rail(page, 'Keyboard shortcuts').click() },
  { name: 'rail-hint', scene: 'conversation', steps: (page) => rail(page, /^Notes/).hover() },
  { name: 'refused', scene: 'refused', steps: (page) => page.getByText('no key').waitFor() },
];
