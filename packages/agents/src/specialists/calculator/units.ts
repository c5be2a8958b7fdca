// The units that can be converted, as data: how people write them, how they are shown, and what they are worth.
// A factor leads to the category's base unit and is exact where the unit is defined exactly; `a/b` is a quotient.

export interface Unit {
  readonly category: string;
  readonly one: string;
  readonly many: string;
  readonly factor: string;
  /** Added before multiplying: where the scale's zero lies, for temperatures. */
  readonly offset: string;
}

type UnitRow = readonly [names: string, aliases: string, factor: string, offset?: string];

/** Names are `one|many`, or one name for both. Aliases are separated by commas; a plural s is understood. */
const TABLE: Readonly<Record<string, readonly UnitRow[]>> = {
  length: [
    ['m', 'm, meter, metre', '1'],
    ['km', 'km, kilometer, kilometre, kms, klick', '1000'],
    ['cm', 'cm, centimeter, centimetre', '0.01'],
    ['mm', 'mm, millimeter, millimetre', '0.001'],
    ['µm', 'µm, μm, um, micrometer, micrometre, micron', '0.000001'],
    ['nm', 'nm, nanometer, nanometre', '0.000000001'],
    ['mile|miles', 'mi, mile', '1609.344'],
    ['yard|yards', 'yd, yard', '0.9144'],
    ['foot|feet', "ft, foot, feet, ', ′", '0.3048'],
    ['inch|inches', 'in, inch, inches, ", ″', '0.0254'],
    ['nautical mile|nautical miles', 'nmi, nautical mile, sea mile', '1852'],
    ['light-year|light-years', 'ly, light-year, light year, lightyear', '9460730472580800'],
    ['au', 'au, astronomical unit', '149597870700'],
  ],
  mass: [
    ['kg', 'kg, kilo, kilogram, kilogramme', '1'],
    ['g', 'g, gram, gramme', '0.001'],
    ['mg', 'mg, milligram', '0.000001'],
    ['µg', 'µg, μg, ug, mcg, microgram', '0.000000001'],
    ['tonne|tonnes', 't, tonne, metric ton, metric tonne', '1000'],
    ['pound|pounds', 'lb, lbs, pound, #', '0.45359237'],
    ['ounce|ounces', 'oz, ounce', '0.028349523125'],
    ['stone', 'st, stone', '6.35029318'],
    ['US ton|US tons', 'ton, short ton, us ton', '907.18474'],
    ['long ton|long tons', 'long ton, imperial ton, uk ton', '1016.0469088'],
  ],
  time: [
    ['second|seconds', 's, sec, second', '1'],
    ['ms', 'ms, millisecond, msec', '0.001'],
    ['µs', 'µs, us, microsecond', '0.000001'],
    ['minute|minutes', 'min, mins, minute', '60'],
    ['hour|hours', 'h, hr, hrs, hour', '3600'],
    ['day|days', 'd, day', '86400'],
    ['week|weeks', 'wk, week', '604800'],
    ['fortnight|fortnights', 'fortnight', '1209600'],
    // Means of the Gregorian calendar: a year of 365.2425 days and its twelfth.
    ['month|months', 'month', '2629746'],
    ['year|years', 'yr, year', '31556952'],
    ['decade|decades', 'decade', '315569520'],
    ['century|centuries', 'century, centuries', '3155695200'],
  ],
  temperature: [
    [
      '°C',
      '°c, c, celsius, centigrade, deg c, degree c, degree celsius, degrees c, degrees celsius, degrees centigrade',
      '1',
      '273.15',
    ],
    ['°F', '°f, f, fahrenheit, farenheit, deg f, degree f, degree fahrenheit, degrees f, degrees fahrenheit', '5/9', '459.67'],
    ['K', 'k, kelvin, degrees kelvin', '1'],
  ],
  volume: [
    ['litre|litres', 'l, liter, litre, ltr', '1'],
    ['ml', 'ml, milliliter, millilitre, cc', '0.001'],
    ['cl', 'cl, centiliter, centilitre', '0.01'],
    ['dl', 'dl, deciliter, decilitre', '0.1'],
    ['m³', 'm³, m3, cubic meter, cubic metre', '1000'],
    ['cm³', 'cm³, cm3, cubic centimeter, cubic centimetre', '0.001'],
    ['US gallon|US gallons', 'gal, gallon, us gallon', '3.785411784'],
    ['imperial gallon|imperial gallons', 'imperial gallon, uk gallon', '4.54609'],
    ['US quart|US quarts', 'qt, quart, us quart', '0.946352946'],
    ['US pint|US pints', 'pt, pint, us pint', '0.473176473'],
    ['imperial pint|imperial pints', 'imperial pint, uk pint, british pint', '0.56826125'],
    ['US cup|US cups', 'cup, us cup', '0.2365882365'],
    ['US fluid ounce|US fluid ounces', 'fl oz, floz, fluid ounce, us fluid ounce', '0.0295735295625'],
    ['tablespoon|tablespoons', 'tbsp, tbs, tablespoon', '0.01478676478125'],
    ['teaspoon|teaspoons', 'tsp, teaspoon', '0.00492892159375'],
    ['cubic foot|cubic feet', 'ft³, ft3, cu ft, cubic foot, cubic feet', '28.316846592'],
    ['cubic inch|cubic inches', 'in³, in3, cu in, cubic inch, cubic inches', '0.016387064'],
    ['barrel of oil|barrels of oil', 'barrel, bbl, barrel of oil, barrels of oil', '158.987294928'],
  ],
  area: [
    ['m²', 'm², m2, sqm, square meter, square metre', '1'],
    ['km²', 'km², km2, square kilometer, square kilometre, square km', '1000000'],
    ['cm²', 'cm², cm2, square centimeter, square centimetre, square cm', '0.0001'],
    ['hectare|hectares', 'ha, hectare', '10000'],
    ['acre|acres', 'ac, acre', '4046.8564224'],
    ['square foot|square feet', 'ft², ft2, sqft, square foot, square feet, square ft', '0.09290304'],
    ['square inch|square inches', 'in², in2, square inch, square inches', '0.00064516'],
    ['square yard|square yards', 'yd², yd2, square yard', '0.83612736'],
    ['square mile|square miles', 'mi², mi2, square mile', '2589988.110336'],
  ],
  speed: [
    ['m/s', 'm/s, mps, meter per second, metre per second, meters per second, metres per second', '1'],
    [
      'km/h',
      'km/h, kmh, kph, kmph, kilometer per hour, kilometre per hour, kilometers per hour, kilometres per hour, km per hour',
      '1/3.6',
    ],
    ['mph', 'mph, mi/h, mile per hour, miles per hour', '0.44704'],
    ['knot|knots', 'kn, kt, knot', '1852/3600'],
    ['ft/s', 'ft/s, fps, foot per second, feet per second', '0.3048'],
  ],
  data: [
    ['bit|bits', 'bit', '1'],
    ['byte|bytes', 'B, byte', '8'],
    ['kB', 'kB, KB, kilobyte', '8000'],
    ['MB', 'MB, megabyte, meg', '8000000'],
    ['GB', 'GB, gigabyte, gig', '8000000000'],
    ['TB', 'TB, terabyte', '8000000000000'],
    ['PB', 'PB, petabyte', '8000000000000000'],
    ['KiB', 'KiB, kibibyte', '8192'],
    ['MiB', 'MiB, mebibyte', '8388608'],
    ['GiB', 'GiB, gibibyte', '8589934592'],
    ['TiB', 'TiB, tebibyte', '8796093022208'],
    ['kbit', 'kb, kbit, Kb, kilobit', '1000'],
    ['Mbit', 'Mb, Mbit, megabit', '1000000'],
    ['Gbit', 'Gb, Gbit, gigabit', '1000000000'],
  ],
  pressure: [
    ['Pa', 'Pa, pascal', '1'],
    ['hPa', 'hPa, hectopascal', '100'],
    ['kPa', 'kPa, kilopascal', '1000'],
    ['bar', 'bar', '100000'],
    ['mbar', 'mbar, millibar', '100'],
    ['psi', 'psi, pound per square inch, pounds per square inch', '6894.757293168361'],
    ['atm', 'atm, atmosphere', '101325'],
    ['mmHg', 'mmHg, torr, millimeters of mercury, millimetres of mercury', '133.322387415'],
  ],
  energy: [
    ['joule|joules', 'J, joule', '1'],
    ['kJ', 'kJ, kilojoule', '1000'],
    ['MJ', 'MJ, megajoule', '1000000'],
    ['cal', 'cal', '4.184'],
    // On a label of food, a calorie is a kilocalorie.
    ['kcal', 'kcal, kilocalorie, calorie, food calorie', '4184'],
    ['Wh', 'Wh, watt hour, watt-hour', '3600'],
    ['kWh', 'kWh, kilowatt hour, kilowatt-hour', '3600000'],
    ['BTU', 'btu, british thermal unit', '1055.05585262'],
  ],
  power: [
    ['W', 'W, watt', '1'],
    ['kW', 'kW, kilowatt', '1000'],
    ['MW', 'MW, megawatt', '1000000'],
    ['hp', 'hp, horsepower', '745.69987158227022'],
  ],
  angle: [
    ['degree|degrees', 'deg, degree, °', '1'],
    ['radian|radians', 'rad, radian', '57.295779513082320876798154814105170332405472466564321549160243861'],
    ['turn|turns', 'turn, revolution', '360'],
  ],
  frequency: [
    ['Hz', 'Hz, hertz', '1'],
    ['kHz', 'kHz, kilohertz', '1000'],
    ['MHz', 'MHz, megahertz', '1000000'],
    ['GHz', 'GHz, gigahertz', '1000000000'],
    ['rpm', 'rpm, revolutions per minute', '1/60'],
  ],
};

const exact = new Map<string, Unit>();
const anyCase = new Map<string, Unit>();
for (const [category, rows] of Object.entries(TABLE)) {
  for (const [names, aliases, factor, offset = '0'] of rows) {
    const [one = names, many = one] = names.split('|');
    const unit: Unit = { category, one, many, factor, offset };
    for (const alias of [one, many, ...aliases.split(', ')]) {
      if (!exact.has(alias)) exact.set(alias, unit);
      // Where only the case tells two units apart (Mb, MB), the one listed first answers to other spellings.
      const lower = alias.toLowerCase();
      if (!anyCase.has(lower)) anyCase.set(lower, unit);
    }
  }
}

/** The unit a person means, or undefined. */
export function findUnit(written: string): Unit | undefined {
  const spelled = written
    .trim()
    .replace(/\.$/, '')
    .replace(/\bsq\.?\s+/i, 'square ')
    .replace(/\^2\b/, '²')
    .replace(/\^3\b/, '³')
    .replace(/\s+/g, ' ');
  const found = exact.get(spelled) ?? anyCase.get(spelled.toLowerCase());
  if (found !== undefined) return found;
  return spelled.length > 3 && /s$/i.test(spelled) ? anyCase.get(spelled.slice(0, -1).toLowerCase()) : undefined;
}

/** The unit's name after a number: 1 mile, 3 miles. */
export function unitName(unit: Unit, formatted: string): string {
  return formatted === '1' || formatted === '-1' ? unit.one : unit.many;
}
