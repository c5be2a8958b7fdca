// What is in the air and in the light: the UV index and the air quality index, each with its level and what to do.
import type { AirQuality, UvReport } from '@vos/protocol/entities';
import { PlaceName } from './place-name.tsx';
import { SourceCredit } from './source-credit.tsx';

export function UvBody({ report }: { readonly report: UvReport }) {
  const { place, uvIndex, uvIndexMax, risk, recommendation, observedAt, credit } = report;
  return (
    <div className="tool-body">
      <div className="weather-now">
        <span className="weather-temperature">{tenths(uvIndex)}</span>
        <div className="weather-side">
          <PlaceName place={place} />
          <p>
            UV index now; today up to {tenths(uvIndexMax)}, {risk}
          </p>
          <p>{recommendation}</p>
        </div>
      </div>
      <SourceCredit credit={credit} note={`For ${observedAt.slice(11, 16)}`} />
    </div>
  );
}

export function AirBody({ report }: { readonly report: AirQuality }) {
  const { place, europeanIndex, level, description, components, observedAt, credit } = report;
  const measured = [
    ['PM2.5', components.pm2_5],
    ['PM10', components.pm10],
    ['Ozone', components.ozone],
    ['NO₂', components.nitrogenDioxide],
  ] as const;
  return (
    <div className="tool-body">
      <div className="weather-now">
        <span className="weather-temperature">{Math.round(europeanIndex)}</span>
        <div className="weather-side">
          <PlaceName place={place} />
          <p>European air quality index, {level}</p>
          <p>{description}</p>
        </div>
      </div>
      <dl className="tool-args air-components">
        {measured.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null ? '–' : `${tenths(value)} µg/m³`}</dd>
          </div>
        ))}
      </dl>
      <SourceCredit credit={credit} note={`For ${observedAt.slice(11, 16)}`} />
    </div>
  );
}

function tenths(value: number): string {
  return String(Math.round(value * 10) / 10);
}
