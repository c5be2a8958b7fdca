// WMO weather interpretation codes, as Open-Meteo documents them, in words that fit after “it is”.

const WORDS: Readonly<Record<number, string>> = {
  0: 'clear',
  1: 'mainly clear',
  2: 'partly cloudy',
  3: 'overcast',
  45: 'foggy',
  48: 'foggy with rime',
  51: 'drizzling lightly',
  53: 'drizzling',
  55: 'drizzling heavily',
  56: 'drizzling lightly and freezing',
  57: 'drizzling and freezing',
  61: 'raining lightly',
  63: 'raining',
  65: 'raining heavily',
  66: 'raining lightly and freezing',
  67: 'raining and freezing',
  71: 'snowing lightly',
  73: 'snowing',
  75: 'snowing heavily',
  77: 'snowing in grains',
  80: 'showery with light rain',
  81: 'showery',
  82: 'showery with heavy rain',
  85: 'showery with light snow',
  86: 'showery with heavy snow',
  95: 'thundery',
  96: 'thundery with some hail',
  99: 'thundery with heavy hail',
};

/** The same for a whole day, where “raining” would be too much. */
const DAY_WORDS: Readonly<Record<number, string>> = {
  51: 'light drizzle',
  53: 'drizzle',
  55: 'heavy drizzle',
  56: 'light freezing drizzle',
  57: 'freezing drizzle',
  61: 'light rain',
  63: 'rain',
  65: 'heavy rain',
  66: 'light freezing rain',
  67: 'freezing rain',
  71: 'light snow',
  73: 'snow',
  75: 'heavy snow',
  77: 'snow grains',
  80: 'light showers',
  81: 'showers',
  82: 'heavy showers',
  85: 'light snow showers',
  86: 'heavy snow showers',
  95: 'thunderstorms',
  96: 'thunderstorms with some hail',
  99: 'thunderstorms with heavy hail',
};

export function currentWords(code: number): string {
  return WORDS[code] ?? 'hard to describe';
}

export function dayWords(code: number): string {
  return DAY_WORDS[code] ?? currentWords(code);
}

export function isRain(code: number): boolean {
  return (code >= 51 && code <= 67) || (code >= 80 && code <= 82) || code >= 95;
}

export function isSnow(code: number): boolean {
  return (code >= 71 && code <= 77) || code === 85 || code === 86;
}
