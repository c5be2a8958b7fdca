// What an index of ultraviolet light or of air quality means for a person.
import type { AirQuality, UvReport } from '@vos/protocol/entities';

/** Bands of the World Health Organization's UV index. */
export function uvLevel(uvIndex: number): Pick<UvReport, 'risk' | 'recommendation'> {
  const rounded = Math.round(uvIndex);
  if (rounded <= 2) return { risk: 'low', recommendation: 'No protection is needed.' };
  if (rounded <= 5) return { risk: 'moderate', recommendation: 'Wear sunscreen and a hat, and seek shade around noon.' };
  if (rounded <= 7)
    return { risk: 'high', recommendation: 'Wear sunscreen, a hat and sunglasses, and stay in the shade around noon.' };
  if (rounded <= 10)
    return { risk: 'very high', recommendation: 'Cover up, use sunscreen often, and stay out of the sun around noon.' };
  return { risk: 'extreme', recommendation: 'Stay out of the sun around noon; skin burns within minutes.' };
}

/** Bands of the European air quality index. */
export function airLevel(europeanIndex: number): Pick<AirQuality, 'level' | 'description'> {
  if (europeanIndex <= 20) return { level: 'good', description: 'The air is clean; enjoy it outside.' };
  if (europeanIndex <= 40) return { level: 'fair', description: 'The air is fine for nearly everybody.' };
  if (europeanIndex <= 60)
    return { level: 'moderate', description: 'Sensitive people may notice it when they exert themselves outside.' };
  if (europeanIndex <= 80) return { level: 'poor', description: 'Take it easier outside if your eyes or throat are sore.' };
  if (europeanIndex <= 100)
    return { level: 'very poor', description: 'Do less outside, above all with asthma or heart trouble.' };
  return { level: 'extremely poor', description: 'Stay inside if you can.' };
}
