// One day's temperature as a line with the rain below it; said in a sentence, with all figures in a table for those who cannot see it.
import type { WeatherReport, WeatherUnits } from '@vos/protocol/entities';
import { useEffect, useId, useRef, useState } from 'react';
import { barsOf, type CurveHour, pointAt, pointsOf, smoothPath, xOf } from './day-curve.ts';
import { amountWords, degrees } from './weather-words.ts';

const HEIGHT = 124;
const BASE = 104;
/** Before the first measurement, and where nothing can be measured. */
const USUAL_WIDTH = 364;

export interface DayChartProps {
  /** “Today”, “Saturday”. */
  readonly day: string;
  readonly hours: WeatherReport['hours'];
  /** Of the hour after the last one, where the line ends; null where it is not known. */
  readonly nextTemperature: number | null;
  /** Local hour with its fraction; null on other days than today. */
  readonly nowHour: number | null;
  readonly units: WeatherUnits;
}

export function DayChart({ day, hours, nextTemperature, nowHour, units }: DayChartProps) {
  const clipId = useId();
  const figureRef = useRef<HTMLElement>(null);
  const width = useWidth(figureRef);
  const curve = hours.map(({ at, temperature, precipitation }) => ({ hour: hourOf(at), temperature, precipitation }));
  const frame = { width, top: 20, bottom: 90, side: 6 };
  const end = nextTemperature === null ? [] : [{ hour: 24, temperature: nextTemperature, precipitation: 0 }];
  const points = pointsOf([...curve, ...end], frame);
  const nowX = nowHour === null ? null : xOf(nowHour, frame);
  const now = nowX === null ? undefined : pointAt(points, nowX);
  const path = smoothPath(points);
  const warmest = extreme(curve, (left, right) => left > right);
  const coldest = extreme(curve, (left, right) => left < right);
  const past = now?.x ?? 0;
  return (
    <figure className="day-chart" ref={figureRef}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        height={HEIGHT}
        width={width}
        role="img"
        aria-label={chartSentence(day, hours, units)}
      >
        <defs>
          <clipPath id={`${clipId}-past`}>
            <rect x="0" y="0" width={past} height={HEIGHT} />
          </clipPath>
          <clipPath id={`${clipId}-to-come`}>
            <rect x={past} y="0" width={Math.max(0, width - past)} height={HEIGHT} />
          </clipPath>
        </defs>
        <g stroke="var(--chart-grid)">
          {[0, 6, 12, 18].map((hour) => (
            <path key={hour} d={`M${xOf(hour, frame)} 12V${BASE}`} />
          ))}
        </g>
        <g fill="var(--chart-rain)" opacity=".55">
          {barsOf(curve, frame, BASE).map(({ x, y, height }) => (
            <rect key={x} x={x - 3} y={y} width="6" height={height} rx="2" />
          ))}
        </g>
        <path d={`M6 ${BASE + 0.5}H${width - 6}`} stroke="var(--line)" />
        <g fill="none" stroke="var(--chart-temperature)" strokeWidth="2" strokeLinecap="round">
          {/* What is over is fainter: the same line twice, each seen on its side of now. */}
          {past > 0 && <path d={path} opacity=".42" clipPath={`url(#${clipId}-past)`} />}
          <path d={path} clipPath={`url(#${clipId}-to-come)`} />
        </g>
        {now !== undefined && (
          <>
            <circle cx={now.x} cy={now.y} r="7" fill="var(--surface-window)" />
            <circle cx={now.x} cy={now.y} r="4.5" fill="var(--chart-temperature)" />
          </>
        )}
        {warmest !== undefined && <Value hour={warmest} points={points} curve={curve} units={units} width={width} isStrong />}
        {coldest !== undefined && coldest !== warmest && (
          <Value hour={coldest} points={points} curve={curve} units={units} width={width} isStrong={false} />
        )}
        {[0, 6, 12, 18, 24].map((hour) => (
          <text key={hour} x={xOf(hour, frame)} y="120" textAnchor={hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle'}>
            {String(hour).padStart(2, '0')}
          </text>
        ))}
      </svg>
      {/* Around the table, which alone would keep its height and be scrolled to. */}
      <div className="visually-hidden">
        <table>
          <caption>{day}, hour by hour</caption>
          <thead>
            <tr>
              <th scope="col">Hour</th>
              <th scope="col">Weather</th>
              <th scope="col">Temperature</th>
              <th scope="col">Chance of rain</th>
              <th scope="col">Rain</th>
            </tr>
          </thead>
          <tbody>
            {hours.map(({ at, condition, temperature, precipitationChance, precipitation }) => (
              <tr key={at}>
                <th scope="row">{at.slice(11, 16)}</th>
                <td>{condition.text}</td>
                <td>{degrees(temperature, units)}</td>
                <td>{precipitationChance === null ? 'unknown' : `${Math.round(precipitationChance)}%`}</td>
                <td>{amountWords(precipitation, units)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

interface ValueProps {
  /** Index of the hour in the curve. */
  readonly hour: number;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly curve: readonly CurveHour[];
  readonly units: WeatherUnits;
  readonly width: number;
  readonly isStrong: boolean;
}

function Value({ hour, points, curve, units, width, isStrong }: ValueProps) {
  const point = points[hour];
  const temperature = curve[hour]?.temperature;
  if (point === undefined || temperature === undefined) return null;
  return (
    <text
      className={isStrong ? 'is-value' : undefined}
      x={Math.min(Math.max(point.x, 14), width - 14)}
      y={point.y - 9}
      textAnchor="middle"
    >
      {degrees(temperature, units)}
    </text>
  );
}

/** “Today from 9° to 18°, rain between 14 and 18 o'clock.” */
function chartSentence(day: string, hours: WeatherReport['hours'], units: WeatherUnits): string {
  const temperatures = hours.map(({ temperature }) => temperature);
  const wet = hours.filter(({ precipitation }) => precipitation > 0).map(({ at }) => hourOf(at));
  const range = `${day} from ${degrees(Math.min(...temperatures), units)} to ${degrees(Math.max(...temperatures), units)}`;
  const [first] = wet;
  if (first === undefined) return `${range}, no rain.`;
  return `${range}, rain between ${first} and ${(wet.at(-1) ?? first) + 1} o'clock.`;
}

function hourOf(at: string): number {
  return Number(at.slice(11, 13));
}

function extreme(curve: readonly CurveHour[], isMore: (left: number, right: number) => boolean): number | undefined {
  let best: number | undefined;
  for (const [index, { temperature }] of curve.entries()) {
    if (best === undefined || isMore(temperature, curve[best]?.temperature ?? temperature)) best = index;
  }
  return best;
}

/** The chart is drawn in pixels of its own width, so that its letters keep their size. */
function useWidth(elementRef: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useEffect(() => {
    const element = elementRef.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, Math.round(element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementRef]);
  return width;
}
