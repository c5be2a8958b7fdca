import type { UnitConversion } from '@vos/protocol/entities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateRequest } from './evaluate.ts';

function converted(value: number, fromUnit: string, toUnit: string): UnitConversion | string {
  const result = evaluateRequest({ name: 'unit_conversion', value, fromUnit, toUnit });
  return result.ok ? (result.value as UnitConversion) : result.error.message;
}

const said = (value: number, from: string, to: string): string => {
  const result = converted(value, from, to);
  return typeof result === 'string' ? result : `${result.formattedResult} ${result.toUnit}`;
};

describe('converting units', () => {
  it('gives the whole number and a short one to read', () => {
    expect(converted(3, 'miles', 'km')).toEqual({
      value: 3,
      fromUnit: 'miles',
      toUnit: 'km',
      category: 'length',
      result: 4.828032,
      formattedValue: '3',
      formattedResult: '4.828',
    });
  });

  it.each([
    [70, 'f', 'celsius', '21.11 °C'],
    [-40, 'C', 'F', '-40 °F'],
    [0, 'kelvin', 'celsius', '-273.2 °C'],
    [100, 'degrees celsius', 'fahrenheit', '212 °F'],
    [1, 'litre', 'cups', '4.227 US cups'],
    [1, 'lb', 'oz', '16 ounces'],
    [1, 'day', 'seconds', '86,400 seconds'],
    [1_000_000, 'miles', 'km', '1,609,344 km'],
    [1, 'MB', 'Mb', '8 Mbit'],
    [1, 'GiB', 'MiB', '1,024 MiB'],
    [90, 'km/h', 'm/s', '25 m/s'],
    [1, 'acre', 'square feet', '43,560 square feet'],
    [2, 'sq. km', 'hectares', '200 hectares'],
    [180, 'degrees', 'radians', '3.142 radians'],
    [12, 'inches', 'feet', '1 foot'],
    [1, 'UK pint', 'ml', '568.3 ml'],
    [500, 'Kilometres', 'MILES', '310.7 miles'],
    [0, 'miles', 'km', '0 km'],
    [1, 'nm', 'light years', '1.057 × 10^-25 light-years'],
  ])('%s %s in %s is %s', (value, from, to, result) => {
    expect(said(value, from, to)).toBe(result);
  });

  it('refuses units of different kinds, unknown units and impossible temperatures, and says why', () => {
    expect(converted(3, 'miles', 'kg')).toBe('Miles cannot be converted to kg: one is a unit of length, the other of mass.');
    expect(converted(3, 'smoots', 'km')).toBe('I do not know the unit “smoots”.');
    expect(converted(-300, 'C', 'F')).toBe('There is no temperature below absolute zero (-273.15 °C).');
  });

  it('leads back to where it came from', () => {
    const pairs = fc.constantFrom(
      ['km', 'miles'],
      ['kg', 'stone'],
      ['C', 'F'],
      ['cups', 'ml'],
      ['acres', 'm2'],
      ['mph', 'knots'],
      ['psi', 'bar'],
      ['BTU', 'kWh'],
      ['year', 'week'],
    );
    fc.assert(
      fc.property(pairs, fc.double({ min: 0, max: 1e9, noNaN: true }), ([from = '', to = ''], value) => {
        const there = converted(value, from, to);
        const back = typeof there === 'string' ? there : converted(there.result, to, from);
        expect(typeof back === 'string' ? back : Math.abs(back.result - value)).toBeLessThanOrEqual(1e-9 * Math.max(1, value));
      }),
      { numRuns: 200 },
    );
  });
});
