import { systemClock } from '@vos/base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createInlineCalculator } from './calculator/inline-calculator.ts';
import { createSpecialists } from './index.ts';
import { createOpenMeteo } from './weather/open-meteo.ts';

const specialists = createSpecialists({
  weather: createOpenMeteo({ clock: systemClock }),
  calculator: createInlineCalculator(),
  random: () => 0.5,
});
const request = (text: string) => ({ text, nowMs: Date.UTC(2026, 0, 5, 9), timeZone: 'Europe/Amsterdam' });

describe('the specialists', () => {
  it('have the tools by which models and people know them', () => {
    expect(Object.fromEntries(specialists.map(({ id, tools }) => [id, tools.map(({ name }) => name).sort()]))).toEqual({
      weather_agent: ['get_air_quality', 'get_forecast', 'get_uv_index', 'get_weather', 'get_weather_by_coordinates'],
      notes_agent: [
        'archive_note',
        'create_note',
        'delete_note',
        'get_note',
        'list_notes',
        'pin_note',
        'search_notes',
        'undo_note_change',
        'update_note',
      ],
      calculator_agent: [
        'advanced_math',
        'basic_calculation',
        'linear_algebra',
        'number_theory',
        'random_number',
        'statistics',
        'unit_conversion',
      ],
    });
  });

  it('describe their tools in JSON schema, as models read them', () => {
    for (const tool of specialists.flatMap(({ tools }) => tools)) {
      expect(z.toJSONSchema(tool.parameters, { io: 'input' })).toMatchObject({ type: 'object' });
    }
  });

  it('never recognize a request as their own that is a colleague’s example', () => {
    const wrong = specialists.flatMap((owner) =>
      Object.values(owner.examples)
        .flat()
        .flatMap((text) =>
          specialists
            .filter(
              (other) => other !== owner && other.tools.some(({ builtin }) => builtin?.recognizes?.(request(text)) === true),
            )
            .map(({ id }) => `${id}: ${text}`),
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('recognize a request by one tool at most', () => {
    const twice = specialists.flatMap((agent) =>
      Object.values(agent.examples)
        .flat()
        .filter((text) => agent.tools.filter(({ builtin }) => builtin?.recognizes?.(request(text)) === true).length > 1),
    );
    expect(twice).toEqual([]);
  });

  it('answer the requests they suggest', () => {
    const unread = specialists.flatMap((agent) =>
      agent.suggestions.filter(
        (text) =>
          !agent.tools.some(
            ({ builtin }) => builtin?.recognizes?.(request(text)) === true && builtin.read(request(text)).kind === 'arguments',
          ),
      ),
    );
    expect(unread).toEqual([]);
  });
});
