// Weather in plain sentences.
import type { AirQuality, CurrentWeather, Forecast, ForecastDay, Place, UvReport, WeatherUnits } from '@vos/protocol/entities';
import { isRain, isSnow } from './conditions.ts';
import type { Focus } from './reading.ts';

export function sayCurrent(weather: CurrentWeather, focus?: Focus): string {
  const { place, units, temperature, feelsLike, condition, windSpeed } = weather;
  const felt = Math.round(feelsLike) === Math.round(temperature) ? '' : `, feels like ${degrees(feelsLike, units)}`;
  const all = `In ${placeName(place)} it is ${degrees(temperature, units)} and ${condition.text}${felt}, wind ${speed(windSpeed, units)}.`;
  const answer = focus === undefined ? undefined : currentAnswer(weather, focus);
  return answer === undefined ? all : `${answer} ${all}`;
}

/** Yes or no first, then the figures. `firstDay` counts from today at the place. */
export function sayForecast(forecast: Forecast, firstDay: number, focus?: Focus): string {
  const { days, units, place } = forecast;
  const [only] = days;
  const named = days.map((day, index) => ({ day, name: dayName(day, firstDay + index) }));
  const answer = focus === undefined ? undefined : forecastAnswer(named, units, place, focus);
  if (days.length === 1 && only !== undefined) {
    if (answer !== undefined) return `${answer} ${sentence(figures(only, units, focus))}.`;
    return `${sentence(dayName(only, firstDay))} in ${placeName(place)}: ${figures(only, units)}.`;
  }
  const lines = named.map(({ day, name }) => `- ${sentence(name)}: ${figures(day, units, focus === 'wind' ? focus : undefined)}`);
  return `${answer ?? `Forecast for ${placeName(place)}:`}\n${lines.join('\n')}`;
}

export function sayUv({ place, uvIndex, uvIndexMax, risk, recommendation }: UvReport): string {
  return `The UV index in ${placeName(place)} is ${round(uvIndex, 1)} now and ${round(uvIndexMax, 1)} at most today, which is ${risk}. ${recommendation}`;
}

export function sayAir({ place, europeanIndex, level, description, components }: AirQuality): string {
  const particles = components.pm2_5 === null ? '' : `, with ${round(components.pm2_5, 0)} µg/m³ of fine particles`;
  return `The air in ${placeName(place)} is ${level}: ${Math.round(europeanIndex)} on the European index${particles}. ${description}`;
}

/** The WMO code between mainly clear and overcast. */
const PARTLY_CLOUDY = 2;

/** Above which a chance of rain is called likely, and below which unlikely; percent. */
const LIKELY = 50;
const UNLIKELY = 20;
/** Where the service gives no chance, this much rain in a day counts as likely: mm, inch. */
const RAINY: Readonly<Record<WeatherUnits, number>> = { metric: 1, imperial: 0.04 };
/** What is called cold, warm and windy: °C or °F, km/h or mph. */
const COLD: Readonly<Record<WeatherUnits, number>> = { metric: 8, imperial: 46 };
const WARM: Readonly<Record<WeatherUnits, number>> = { metric: 22, imperial: 72 };
const WINDY: Readonly<Record<WeatherUnits, number>> = { metric: 39, imperial: 24 };

function currentAnswer(weather: CurrentWeather, focus: Focus): string | undefined {
  const { units, condition, feelsLike, windSpeed, precipitation } = weather;
  switch (focus) {
    case 'sunrise':
      return weather.sunriseAt === null ? undefined : `The sun rises at ${weather.sunriseAt.slice(11, 16)} today.`;
    case 'sunset':
      return weather.sunsetAt === null ? undefined : `The sun sets at ${weather.sunsetAt.slice(11, 16)} today.`;
    case 'rain':
      return isRain(condition.code) || (precipitation > 0 && !isSnow(condition.code))
        ? 'Yes, it is raining.'
        : 'No, it is not raining.';
    case 'snow':
      return isSnow(condition.code) ? 'Yes, it is snowing.' : 'No, it is not snowing.';
    case 'cold':
      return feelsLike <= COLD[units] ? 'Yes, it is cold.' : 'No, it is not cold.';
    case 'warm':
      return feelsLike >= WARM[units] ? 'Yes, it is warm.' : 'No, it is not warm.';
    case 'wind':
      return windSpeed >= WINDY[units] ? 'Yes, it is windy.' : 'No, there is little wind.';
    case 'sun':
      if (!condition.isDay) return 'No, the sun is down.';
      if (condition.code === PARTLY_CLOUDY) return 'In part: there are clouds besides the sun.';
      return condition.code < PARTLY_CLOUDY ? 'Yes, the sun is out.' : 'No, it is not sunny.';
  }
}

interface NamedDay {
  readonly day: ForecastDay;
  readonly name: string;
}

function forecastAnswer(days: readonly NamedDay[], units: WeatherUnits, place: Place, focus: Focus): string {
  const where = `in ${placeName(place)}`;
  const when = days.length === 1 ? (days[0]?.name ?? '') : 'in these days';
  if (focus === 'rain' || focus === 'snow') return wetAnswer(days, units, where, when, focus);
  if (focus === 'sunrise' || focus === 'sunset') return sunTimes(days, where, focus);
  const holds: Readonly<
    Record<
      Exclude<Focus, 'rain' | 'snow' | 'sunrise' | 'sunset'>,
      readonly [test: (day: ForecastDay) => boolean, yes: string, no: string]
    >
  > = {
    cold: [(day) => day.high <= COLD[units], 'it will be cold', 'it will not be cold'],
    warm: [(day) => day.high >= WARM[units], 'it will be warm', 'it will not be warm'],
    wind: [(day) => day.windSpeed >= WINDY[units], 'it will be windy', 'there will be little wind'],
    sun: [(day) => day.condition.code < PARTLY_CLOUDY, 'it will be sunny', 'it will not be sunny'],
  };
  const [test, yes, no] = holds[focus];
  const isHalfSunny =
    focus === 'sun' && !days.some(({ day }) => test(day)) && days.some(({ day }) => day.condition.code === PARTLY_CLOUDY);
  if (isHalfSunny) return `In part: it will be partly cloudy ${where} ${when}.`;
  return days.some(({ day }) => test(day)) ? `Yes, ${yes} ${where} ${when}.` : `No, ${no} ${where} ${when}.`;
}

function sunTimes(days: readonly NamedDay[], where: string, focus: 'sunrise' | 'sunset'): string {
  const times = days.flatMap(({ day, name }) => {
    const at = focus === 'sunrise' ? day.sunriseAt : day.sunsetAt;
    return at === null ? [] : [`at ${at.slice(11, 16)} ${name}`];
  });
  return `The sun ${focus === 'sunrise' ? 'rises' : 'sets'} ${where} ${times.join(', ')}.`;
}

function wetAnswer(days: readonly NamedDay[], units: WeatherUnits, where: string, when: string, focus: 'rain' | 'snow'): string {
  const chanceOf = ({ condition, precipitationChance, precipitation }: ForecastDay): number => {
    const isOther = focus === 'snow' ? !isSnow(condition.code) : isSnow(condition.code);
    return isOther ? 0 : (precipitationChance ?? (precipitation >= RAINY[units] ? LIKELY : 0));
  };
  const likely = days.filter(({ day }) => chanceOf(day) >= LIKELY);
  if (days.length > 1) {
    if (likely.length > 0) return `Yes, ${focus} is likely ${where}: ${likely.map(({ name }) => name).join(', ')}.`;
    const possible = days.some(({ day }) => chanceOf(day) >= UNLIKELY);
    return possible ? `Perhaps: there is some chance of ${focus} ${where}.` : `No, ${focus} is unlikely ${where} in these days.`;
  }
  const chance = Math.max(...days.map(({ day }) => chanceOf(day)));
  const isMeasured = days.every(({ day }) => day.precipitationChance !== null) && chance > 0;
  const figure = isMeasured ? `: ${Math.round(chance)}% chance` : '';
  if (chance >= LIKELY) return `Yes, ${focus} is likely ${where} ${when}${figure}.`;
  return chance >= UNLIKELY
    ? `Perhaps: the chance of ${focus} ${where} ${when} is ${Math.round(chance)}%.`
    : `No, ${focus} is unlikely ${where} ${when}${figure}.`;
}

function figures(day: ForecastDay, units: WeatherUnits, focus?: Focus): string {
  const chance =
    focus === 'rain' || focus === 'snow' || day.precipitationChance === null
      ? ''
      : `, ${Math.round(day.precipitationChance)}% chance of rain`;
  const amount =
    day.precipitation > 0 ? `, ${round(day.precipitation, units === 'metric' ? 1 : 2)} ${units === 'metric' ? 'mm' : 'in'}` : '';
  const wind = focus === 'wind' ? `, wind up to ${speed(day.windSpeed, units)}` : '';
  return `${day.condition.text}, ${degrees(day.low, units, false)} to ${degrees(day.high, units)}${chance}${amount}${wind}`;
}

function dayName(day: ForecastDay, offset: number): string {
  if (offset === 0) return 'today';
  if (offset === 1) return 'tomorrow';
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day.date}T12:00:00Z`));
  if (offset < 7) return `on ${weekday}`;
  const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return `on ${weekday} ${date.format(new Date(`${day.date}T12:00:00Z`))}`;
}

function placeName({ name, region, country }: Place): string {
  // Where the place is not the first that comes to mind, its region says which one it is.
  const isAmbiguous = country === 'United States' && region !== null && region !== name;
  return isAmbiguous && !WELL_KNOWN.has(name) ? `${name}, ${region}` : name;
}

const WELL_KNOWN = new Set(['New York', 'Los Angeles', 'Chicago', 'San Francisco', 'Boston', 'Seattle', 'Miami', 'Las Vegas']);

function degrees(value: number, units: WeatherUnits, withUnit = true): string {
  return `${round(value, 0)}${withUnit ? ` ${units === 'metric' ? '°C' : '°F'}` : ''}`;
}

function speed(value: number, units: WeatherUnits): string {
  return `${round(value, 0)} ${units === 'metric' ? 'km/h' : 'mph'}`;
}

/** Without a negative zero. */
function round(value: number, places: number): string {
  const rounded = Number(value.toFixed(places));
  return String(rounded === 0 ? 0 : rounded);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
