// Weather codes of the World Meteorological Organization as icons.
import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudLightning,
  CloudMoon,
  CloudRain,
  CloudSnow,
  CloudSun,
  CloudSunRain,
  type LucideIcon,
  Moon,
  Sun,
} from 'lucide-react';

/** Decorative: the words of the condition stand beside it or in its label. */
export function WeatherIcon({
  code,
  isDay,
  className = 'icon',
}: {
  readonly code: number;
  readonly isDay: boolean;
  readonly className?: string;
}) {
  const Icon = iconOf(code, isDay);
  return <Icon className={`${className}${sunOf(Icon)}`} />;
}

/** Which of its lines draw the sun: all of them, or the first five. */
function sunOf(Icon: LucideIcon): string {
  if (Icon === Sun) return ' is-sun';
  return Icon === CloudSun || Icon === CloudSunRain ? ' has-sun' : '';
}

// Open-Meteo's table of codes, https://open-meteo.com/en/docs: 45–48 fog, 51–57 drizzle, 61–67 rain, 71–77 and 85–86 snow, 80–82 showers, 95–99 thunder.
function iconOf(code: number, isDay: boolean): LucideIcon {
  if (code === 0) return isDay ? Sun : Moon;
  if (code <= 2) return isDay ? CloudSun : CloudMoon;
  if (code === 3) return Cloud;
  if (code <= 48) return CloudFog;
  if (code <= 57) return CloudDrizzle;
  if (code <= 67) return CloudRain;
  if (code <= 77) return CloudSnow;
  if (code <= 82) return isDay ? CloudSunRain : CloudRain;
  if (code <= 86) return CloudSnow;
  return CloudLightning;
}
