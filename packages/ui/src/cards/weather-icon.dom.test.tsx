import { afterEach, describe, expect, it } from 'vitest';
import { type Rendered, render } from '../testing/render.tsx';
import { WeatherIcon } from './weather-icon.tsx';

let view: Rendered | undefined;
afterEach(async () => {
  await view?.unmount();
});

describe('the sign of the weather', () => {
  it.each([
    ['a clear day', 0, true, 'is-sun', 0],
    ['sun and cloud', 1, true, 'has-sun', 1],
    ['sun and showers', 80, true, 'has-sun', 3],
  ])('colours the sun and not the cloud: %s', async (_title, code, isDay, mark, restCount) => {
    view = await render(<WeatherIcon code={code} isDay={isDay} />);
    const svg = view.element.querySelector('svg');
    expect(svg?.classList.contains(mark)).toBe(true);
    // The sheet colours the first five lines of a sign that has a sun; the cloud is drawn with an arc of five.
    const rest = mark === 'has-sun' ? [...(svg?.children ?? [])].slice(5) : [];
    expect(rest).toHaveLength(restCount);
    const cloudIndex = [...(svg?.children ?? [])].findIndex((line) => line.getAttribute('d')?.includes('a5 5 0 1 1'));
    expect(cloudIndex).toBe(mark === 'has-sun' ? 5 : -1);
  });

  it.each([
    ['a clear night', 0, false],
    ['an overcast day', 3, true],
  ])('has no sun where none is: %s', async (_title, code, isDay) => {
    view = await render(<WeatherIcon code={code} isDay={isDay} />);
    expect(view.element.querySelector('svg')?.getAttribute('class')).not.toMatch(/sun\b(?!-)/);
  });
});
