import type { ToolCall } from '@vos/protocol/entities';
import { afterEach, describe, expect, it } from 'vitest';
import { type Rendered, render } from '../testing/render.tsx';
import type { ToolBody } from './tool-body.ts';
import { ToolCard } from './tool-card.tsx';

const now = Date.parse('2026-05-12T10:00:05.000Z');
const agents = [
  { id: 'weather_agent', name: 'Weather agent', icon: 'cloud-sun', purpose: 'Knows the weather.', suggestions: [] },
];
const place = {
  name: 'Utrecht',
  region: 'Utrecht',
  country: 'Netherlands',
  latitude: 52,
  longitude: 5,
  timeZone: 'Europe/Amsterdam',
};

const refuse = async (): Promise<never> => {
  throw new Error('Nothing is to be decided here.');
};
const noActions = { decide: refuse, check: refuse, settle: refuse };

let view: Rendered | undefined;
afterEach(async () => {
  await view?.unmount();
});

async function card(body: ToolBody, part: Partial<ToolCall> = {}): Promise<Rendered> {
  const call: ToolCall = {
    id: 'call_1',
    conversationId: 'conversation_1',
    traceId: 'trace_1',
    turnId: 'turn_1',
    agentId: 'weather_agent',
    toolName: 'get_weather',
    state: 'succeeded',
    arguments: { location: 'Utrecht', units: 'metric' },
    result: null,
    startedAt: '2026-05-12T10:00:00.000Z',
    durationMs: 1_240,
    ...part,
  };
  view = await render(<ToolCard tool={{ call, body }} agents={agents} actions={noActions} nowMs={now} isReached />);
  return view;
}

const textOf = (rendered: Rendered, selector: string): string | undefined =>
  rendered.element.querySelector(selector)?.textContent?.trim();

describe('a tool card', () => {
  it('says who was asked, with what and how long it took', async () => {
    const shown = await card({ kind: 'values', value: null });
    expect(shown.element.querySelector('article')?.getAttribute('aria-label')).toBe('Weather agent, get_weather');
    expect([textOf(shown, '.tool-title'), textOf(shown, '.tool-name'), textOf(shown, '.chip')]).toEqual([
      'Asked the weather agent',
      'get_weather',
      '1.2 s',
    ]);
  });

  it('counts while it runs', async () => {
    const shown = await card({ kind: 'running' }, { state: 'running', durationMs: null });
    expect([textOf(shown, '.tool-title'), textOf(shown, '.chip')]).toEqual(['Asking the weather agent', '5 s']);
  });

  it('gives the reason of a failure', async () => {
    const shown = await card({ kind: 'failure', sentence: 'The place “Nowhere” is not known.' }, { state: 'failed' });
    expect(textOf(shown, '.tool-failure')).toBe('The place “Nowhere” is not known.');
  });

  it('shows what was asked and answered when it is unfolded', async () => {
    const shown = await card(
      { kind: 'sum', sum: { question: '1/3', answer: '0.3333333333', isExact: false } },
      { arguments: { wind_speed_unit: 'km/h', deep: { list: [1, true, null] } }, result: 'r'.repeat(3_000) },
    );
    expect(textOf(shown, '.sum')).toBe('1/3≈0.3333333333');
    const button = shown.element.querySelector('button');
    expect(button?.getAttribute('aria-expanded')).toBe('false');
    await shown.click(button);
    expect(button?.getAttribute('aria-expanded')).toBe('true');
    const details = [...shown.element.querySelectorAll('.tool-details dl > div')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(details).toEqual([
      ['Wind speed unit', 'km/h'],
      ['Deep', 'List: 1, yes, –'],
      ['Value', `${'r'.repeat(1_000)}… (cut)`],
    ]);
  });

  it('shows a result without a card of its own as values, and markup in it as text', async () => {
    const shown = await card({ kind: 'values', value: { '<b>name</b>': '<img src=x onerror=alert(1)>' } });
    expect(textOf(shown, '.tool-body')).toBe('<b>name</b><img src=x onerror=alert(1)>');
    expect(shown.element.querySelector('img, b')).toBeNull();
  });

  it('turns no letters around in what a person decides on or reads', async () => {
    const file = '\u202Egnp.exe';
    const call = { arguments: { file, [file]: [file] }, toolName: `open_${file}` };
    const shown = await card({ kind: 'failure', sentence: `${file} is not there.` }, { ...call, state: 'failed' });
    await shown.click(shown.element.querySelector('button'));
    expect(textOf(shown, '.tool-failure')).toBe('\uFFFDgnp.exe is not there.');
    expect(textOf(shown, '.tool-details dl')).toBe('File\uFFFDgnp.exe\uFFFDgnp.exe\uFFFDgnp.exe');
    expect(shown.element.innerHTML).not.toContain('\u202E');
  });

  it('links the credit of the weather to its source in a new window, and no other kind of address', async () => {
    const weather = (url: string): ToolBody => ({
      kind: 'weather',
      weather: {
        place,
        units: 'metric',
        temperature: -0.4,
        feelsLike: -3.2,
        condition: { code: 71, text: 'Slight snow', isDay: true },
        humidity: 90,
        pressure: 1_010,
        windSpeed: 12.4,
        windDirection: 350,
        cloudCover: 100,
        precipitation: 0.4,
        sunriseAt: null,
        sunsetAt: null,
        observedAt: '2026-01-12T10:15',
        fetchedAt: '2026-01-12T09:20:00.000Z',
        credit: { text: 'Weather data by Open-Meteo.com', url },
      },
    });
    const shown = await card(weather('https://open-meteo.com/'));
    const link = shown.element.querySelector('a');
    expect([link?.getAttribute('href'), link?.target, link?.rel]).toEqual([
      'https://open-meteo.com/',
      '_blank',
      'noopener noreferrer',
    ]);
    expect(textOf(shown, '.weather-temperature')).toBe('0°');
    expect(textOf(shown, '.weather-side')).toBe('UtrechtNetherlandsSlight snow, feels like −3°Wind north 12 km/h · humidity 90%');
    await shown.unmount();
    const hostile = await card(weather('javascript:alert(1)'));
    expect(hostile.element.querySelector('a')).toBeNull();
    expect(textOf(hostile, '.tool-credit')).toContain('Weather data by Open-Meteo.com');
  });

  it('lists notes with the number that is not shown', async () => {
    const note = (index: number) => ({
      id: `note_${index}`,
      title: index === 0 ? '' : `Note ${index}`,
      preview: 'First line\nsecond line',
      contentLength: 22,
      tags: [],
      folder: null,
      color: 'yellow' as const,
      isPinned: false,
      isArchived: false,
      createdBy: 'user',
      createdAt: '2026-05-12T10:00:00.000Z',
      updatedAt: '2026-05-12T10:00:00.000Z',
      revision: 1,
    });
    const shown = await card({ kind: 'notes', notes: Array.from({ length: 8 }, (_, index) => note(index)), total: 20 });
    expect([...shown.element.querySelectorAll('.note-row-title')].map(({ textContent }) => textContent)).toEqual([
      'Untitled',
      'Note 1',
      'Note 2',
      'Note 3',
      'Note 4',
      'Note 5',
    ]);
    expect(textOf(shown, '.note-row-text')).toBe('First line');
    expect(textOf(shown, '.tool-more')).toBe('and 14 moreShow 2 of them');
    await shown.click(shown.element.querySelector('.tool-more button'));
    expect(shown.element.querySelectorAll('.note-rows li')).toHaveLength(8);
    expect(textOf(shown, '.tool-more')).toBe('and 12 more');
  });
});
