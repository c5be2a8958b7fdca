// The weather window: kept places, and of the one shown the temperature, the day's curve and a week.
import type { Clock } from '@vos/base';
import type { Place, SavedPlace, WeatherReport, WeatherUnits } from '@vos/protocol/entities';
import { Plus, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { regionOf } from '../cards/place-name.tsx';
import { SourceCredit } from '../cards/source-credit.tsx';
import { WeatherIcon } from '../cards/weather-icon.tsx';
import { useNow } from '../chat/use-now.ts';
import { DayChart } from './day-chart.tsx';
import { PlaceSearch, type PlaceSearchProps } from './place-search.tsx';
import { WeatherArt } from './weather-art.tsx';
import { ageWords, dayName, degrees, sentence, windWords } from './weather-words.ts';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

/** A chance of rain from here on is marked. */
const WET_FROM_PERCENT = 50;
const AGE_INTERVAL_MS = 30_000;

export interface WeatherViewProps {
  readonly places: readonly SavedPlace[];
  /** The one to show; null while there is none. */
  readonly place: Place | null;
  /** Whether that place is among those kept. */
  readonly isKept: boolean;
  readonly report: WeatherReport | null;
  /** Why there is no new reading. */
  readonly problem: string | null;
  readonly isReading: boolean;
  readonly units: WeatherUnits;
  readonly search: PlaceSearchProps;
  readonly onShow: (place: Place) => void;
  readonly onKeep: () => void;
  readonly onRemove: (place: SavedPlace) => void;
  readonly onUnits: (units: WeatherUnits) => void;
  readonly onRefresh: () => void;
  readonly clock: Clock;
}

export function WeatherView(props: WeatherViewProps) {
  const { places, place, isKept, units, search, onShow, onKeep, onRemove, onUnits } = props;
  return (
    <div className="weather">
      <div className="weather-bar">
        <PlaceSearch {...search} />
        <div className="segmented" role="group" aria-label="Units">
          <button
            type="button"
            className={units === 'metric' ? 'is-on' : undefined}
            aria-pressed={units === 'metric'}
            aria-label="Celsius"
            onClick={() => onUnits('metric')}
          >
            °C
          </button>
          <button
            type="button"
            className={units === 'imperial' ? 'is-on' : undefined}
            aria-pressed={units === 'imperial'}
            aria-label="Fahrenheit"
            onClick={() => onUnits('imperial')}
          >
            °F
          </button>
        </div>
      </div>
      {(places.length > 0 || place !== null) && (
        <ul className="weather-places" aria-label="Places">
          {places.map((kept) => {
            const isShown = isKept && place !== null && isSamePoint(kept, place);
            return (
              <li key={kept.id} className={`place-chip${isShown ? ' is-on' : ''}`}>
                <button type="button" aria-pressed={isShown} title={harmless(regionOf(kept))} onClick={() => onShow(kept)}>
                  <Words className="truncate">{kept.name}</Words>
                </button>
                {isShown && (
                  <button
                    type="button"
                    className="place-remove"
                    aria-label={`Remove ${harmless(kept.name)}`}
                    title="Remove"
                    onClick={() => onRemove(kept)}
                  >
                    <X className="icon" />
                  </button>
                )}
              </li>
            );
          })}
          {place !== null && !isKept && (
            <li className="place-chip is-on">
              <button type="button" aria-pressed="true">
                <Words className="truncate">{place.name}</Words>
              </button>
              <button
                type="button"
                className="place-remove"
                aria-label={`Keep ${harmless(place.name)}`}
                title="Keep this place"
                onClick={onKeep}
              >
                <Plus className="icon" />
              </button>
            </li>
          )}
        </ul>
      )}
      {/* What was looked at belongs to one place: another one starts anew. */}
      <Shown key={place === null ? '' : `${place.latitude},${place.longitude}`} {...props} />
    </div>
  );
}

function Shown({ place, report, problem, isReading, units, onRefresh, clock }: WeatherViewProps) {
  const nowMs = useNow(clock, AGE_INTERVAL_MS);
  const [isOldShown, setIsOldShown] = useState(false);
  // What was being looked at stays when reading it again fails; only what was old from the start is asked for.
  if (report !== null && problem === null && !isOldShown) setIsOldShown(true);
  if (place === null) {
    return (
      <div className="empty">
        <WeatherArt isBroken={false} />
        <h3>No place yet</h3>
        <p>Add one above, or ask “what’s the weather in Utrecht?”</p>
      </div>
    );
  }
  if (report === null && problem === null) {
    return (
      <div className="empty" role="status">
        <p>Reading the weather for {harmless(place.name)}…</p>
      </div>
    );
  }
  if (report === null || (problem !== null && !isOldShown)) {
    return (
      <div className="empty" role="alert">
        <WeatherArt isBroken />
        <h3>No forecast just now</h3>
        <p>
          {problem}
          {report !== null && ` ${lastReading(ageWords(report.current.fetchedAt, nowMs))}`}
        </p>
        <div className="weather-actions">
          {report !== null && (
            <button type="button" className="button is-quiet" onClick={() => setIsOldShown(true)}>
              Show it
            </button>
          )}
          <button type="button" className="button" disabled={isReading} onClick={onRefresh}>
            <RotateCcw className="icon" />
            {isReading ? 'Trying…' : 'Try again'}
          </button>
        </div>
      </div>
    );
  }
  return (
    <Report
      place={place}
      report={report}
      problem={problem}
      isReading={isReading}
      units={units}
      nowMs={nowMs}
      onRefresh={onRefresh}
    />
  );
}

interface ReportProps {
  readonly place: Place;
  readonly report: WeatherReport;
  /** Why it is not newer; null for one that is. */
  readonly problem: string | null;
  readonly isReading: boolean;
  readonly units: WeatherUnits;
  readonly nowMs: number;
  readonly onRefresh: () => void;
}

function Report({ place, report, problem, isReading, units, nowMs, onRefresh }: ReportProps) {
  const { current, uvIndex, air, hours, days } = report;
  const [chosenDate, setChosenDate] = useState<string | null>(null);
  const today = current.observedAt.slice(0, 10);
  const date = chosenDate ?? today;
  const shownHours = hours.filter(({ at }) => at.startsWith(date));
  const lastIndex = hours.findLastIndex(({ at }) => at.startsWith(date));
  const day = date === today ? 'Today' : dayName(date, true);
  const age = ageWords(current.fetchedAt, nowMs);
  return (
    <div className="weather-report">
      <div className="weather-head">
        <span className="weather-large">{degrees(current.temperature, units)}</span>
        <WeatherIcon code={current.condition.code} isDay={current.condition.isDay} className="icon weather-sign" />
        <div className="weather-facts">
          <h3>
            <Words>{place.name}</Words>
          </h3>
          <p>
            {sentence(current.condition.text)}, feels like {degrees(current.feelsLike, units)}
          </p>
          <p>
            {[
              windWords(current.windSpeed, current.windDirection, units),
              ...(uvIndex === null ? [] : [`UV ${Math.round(uvIndex)}`]),
            ].join(' · ')}
          </p>
          <p>{[`Humidity ${Math.round(current.humidity)}%`, ...(air === null ? [] : [`air ${air.level}`])].join(' · ')}</p>
        </div>
      </div>
      {shownHours.length > 1 && (
        <DayChart
          day={day}
          hours={shownHours}
          nextTemperature={hours[lastIndex + 1]?.temperature ?? null}
          nowHour={date === today ? clockHour(current.observedAt) : null}
          units={units}
        />
      )}
      <ul className="weather-week" aria-label="The week">
        {days.map(({ date: each, condition, high, low, precipitationChance: chance }) => (
          <li key={each}>
            <button
              type="button"
              className={`weather-day${each === date ? ' is-marked' : ''}`}
              aria-pressed={each === date}
              title={sentence(condition.text)}
              onClick={() => setChosenDate(each)}
            >
              {each === today ? 'Today' : dayName(each)}
              <WeatherIcon code={condition.code} isDay />
              <span className="visually-hidden">{condition.text}</span>
              <b>{degrees(high, units)}</b>
              <span className="weather-low">{degrees(low, units)}</span>
              <span className={`weather-chance${chance !== null && chance >= WET_FROM_PERCENT ? ' is-wet' : ''}`}>
                {chance === null ? '–' : `${Math.round(chance)}%`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="weather-foot">
        <button
          type="button"
          className="icon-button is-small"
          aria-label="Read again"
          title="Read again"
          disabled={isReading}
          onClick={onRefresh}
        >
          <RotateCcw className="icon" />
        </button>
        <SourceCredit
          credit={current.credit}
          note={isReading ? 'Reading…' : problem === null ? readWords(age) : `${readWords(age)}. ${problem}`}
        />
      </div>
    </div>
  );
}

function readWords(age: string): string {
  return age === 'just now' ? 'Read just now' : `Read ${age} ago`;
}

function lastReading(age: string): string {
  return age === 'just now' ? 'The last reading is a moment old.' : `The last reading is ${age} old.`;
}

function clockHour(localTime: string): number {
  return Number(localTime.slice(11, 13)) + Number(localTime.slice(14, 16)) / 60;
}

function isSamePoint(left: Place, right: Place): boolean {
  return left.latitude === right.latitude && left.longitude === right.longitude;
}
