// Runs around every file of tests in jsdom: the files of one process share one page, so each has to leave it as it found it.
import { afterAll, assert } from 'vitest';

const page = (): unknown => ({
  address: location.href,
  title: document.title,
  root: Object.fromEntries([...document.documentElement.attributes].map(({ name, value }) => [name, value])),
  head: document.head.innerHTML,
  body: document.body.innerHTML,
  focused: document.activeElement?.tagName,
  stored: [{ ...localStorage }, { ...sessionStorage }],
});

const found = page();
afterAll(() => assert.deepEqual(page(), found, 'the page after the last test is another one than before the first'));
