// From one unit into another of the same kind.
import type { UnitConversion } from '@vos/protocol/entities';
import { CalculationError, decimal, type Decimal, nearest, settled, shown, shownMeasure } from './numbers.ts';
import { findUnit, type Unit, unitName } from './units.ts';

/** Throws `unit-unknown`, `units-unfit` (of different kinds), `no-result` or `number-too-large`. */
export function convertUnits(value: number, fromUnit: string, toUnit: string): UnitConversion {
  const from = known(fromUnit);
  const to = known(toUnit);
  if (from.category !== to.category) {
    throw new CalculationError(
      'units-unfit',
      `${capitalized(from.many)} cannot be converted to ${to.many}: one is a unit of ${from.category}, the other of ${to.category}.`,
    );
  }
  const base = decimal(value).add(from.offset).mul(factor(from));
  if (from.category === 'temperature' && base.isNegative() && !base.isZero()) {
    throw new CalculationError('no-result', 'There is no temperature below absolute zero (-273.15 °C).');
  }
  const result = settled(base.div(factor(to)).sub(to.offset));
  const number = nearest(result);
  if (number === null) throw new CalculationError('number-too-large', 'The result is too large to calculate.');
  const formattedValue = shown(decimal(value)).text;
  const formattedResult = shownMeasure(result);
  return {
    value,
    fromUnit: unitName(from, formattedValue),
    toUnit: unitName(to, formattedResult),
    category: from.category,
    result: number,
    formattedValue,
    formattedResult,
  };
}

function known(written: string): Unit {
  const unit = findUnit(written);
  if (unit === undefined) throw new CalculationError('unit-unknown', `I do not know the unit “${written.trim().slice(0, 40)}”.`);
  return unit;
}

function factor(unit: Unit): Decimal {
  const [dividend = '1', divisor] = unit.factor.split('/');
  return divisor === undefined ? decimal(dividend) : decimal(dividend).div(divisor);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
