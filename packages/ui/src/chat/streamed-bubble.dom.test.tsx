import { expect, it } from 'vitest';
import { render } from '../testing/render.tsx';
import { StreamedBubble } from './streamed-bubble.tsx';

it('paragraphs already shown stay the same elements while more come, so that nothing above moves', async () => {
  const view = await render(<StreamedBubble author="VOS" text={'Good morning.\n\nIt'} />);
  const first = view.element.querySelector('.markdown-block p');
  await view.draw(<StreamedBubble author="VOS" text={'Good morning.\n\nIt is **Monday**.\n\n- one'} />);
  expect(view.element.querySelector('.markdown-block p')).toBe(first);
  expect([...view.element.querySelectorAll('.markdown-block')].map(({ textContent }) => textContent?.trim())).toEqual([
    'Good morning.',
    'It is Monday.',
    'one',
  ]);
  await view.unmount();
});

it('a mark that is half-written is never shown, letter by letter', async () => {
  const whole = 'This is **very** good `code` and [a link](https://example.com/page) at the end.';
  const view = await render(<StreamedBubble author="VOS" text="" />);
  for (let length = 1; length <= whole.length; length += 1) {
    await view.draw(<StreamedBubble author="VOS" text={whole.slice(0, length)} />);
    expect(view.element.textContent).not.toMatch(/[*`[\]()]|https/);
  }
  expect(view.element.textContent?.trim()).toBe('This is very good code and a link at the end.');
  await view.unmount();
});

it('a reply that starts over shows only what it says now', async () => {
  const view = await render(<StreamedBubble author="VOS" text="It is Mon" />);
  await view.draw(<StreamedBubble author="VOS" text="Tuesday" />);
  expect(view.element.textContent?.trim()).toBe('Tuesday');
  await view.unmount();
});
