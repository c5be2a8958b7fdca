import { expect, it } from 'vitest';
import { render } from '../testing/render.tsx';
import { StreamedBubble } from './streamed-bubble.tsx';

it('words already shown stay the same elements while more come, so that only the new ones fade in', async () => {
  const view = await render(<StreamedBubble author="VOS" text="Good " />);
  const first = view.element.querySelector('.streamed');
  await view.draw(<StreamedBubble author="VOS" text="Good morning" />);
  expect(view.element.querySelector('.streamed')).toBe(first);
  expect([...view.element.querySelectorAll('.streamed')].map(({ textContent }) => textContent)).toEqual(['Good ', 'morning']);
  await view.unmount();
});

it('a long reply keeps a handful of elements and every word', async () => {
  const view = await render(<StreamedBubble author="VOS" text="" />);
  let text = '';
  for (let count = 1; count <= 200; count += 1) {
    text += `word ${count} `;
    await view.draw(<StreamedBubble author="VOS" text={text} />);
  }
  expect(view.element.querySelector('.bubble-text')?.textContent).toBe(text);
  expect(view.element.querySelectorAll('.streamed').length).toBeLessThan(20);
  await view.unmount();
});

it('a reply that starts over shows only what it says now', async () => {
  const view = await render(<StreamedBubble author="VOS" text="It is Mon" />);
  await view.draw(<StreamedBubble author="VOS" text="Tuesday" />);
  expect(view.element.textContent).toBe('Tuesday');
  await view.unmount();
});
