// Finding a place by its name: a field, and what was found below it, walked with the arrow keys.
import type { Place } from '@vos/protocol/entities';
import { MapPin, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { regionOf } from '../cards/place-name.tsx';
import { Words } from '../words.tsx';

export type FoundPlaces =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching' }
  | { readonly kind: 'found'; readonly places: readonly Place[] }
  | { readonly kind: 'failed'; readonly sentence: string };

export interface PlaceSearchProps {
  readonly text: string;
  readonly found: FoundPlaces;
  readonly onText: (text: string) => void;
  readonly onChoose: (place: Place) => void;
}

export function PlaceSearch({ text, found, onText, onChoose }: PlaceSearchProps) {
  const listId = useId();
  const [at, setAt] = useState(0);
  /** Whether the person is at it; elsewhere the list would only cover what they are at. */
  const [isHere, setIsHere] = useState(false);
  const places = found.kind === 'found' ? found.places : [];
  const isOpen = isHere && text.trim() !== '' && found.kind !== 'idle';
  const current = Math.min(at, places.length - 1);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      onText('');
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((current + step + places.length) % Math.max(1, places.length));
    }
    const place = places[current];
    if (event.key === 'Enter' && place !== undefined) {
      event.preventDefault();
      setAt(0);
      onChoose(place);
    }
  }

  return (
    <div className="place-search">
      <div className="field" role="search" aria-label="Places">
        <Search className="icon" />
        <input
          type="text"
          role="combobox"
          aria-label="Add a place"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={places.length > 0 && isOpen ? `${listId}-${current}` : undefined}
          placeholder="Add a place"
          dir="auto"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setAt(0);
            setIsHere(true);
            onText(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setIsHere(true)}
          onBlur={() => setIsHere(false)}
        />
      </div>
      <div id={listId} role="listbox" aria-label="Places found" hidden={!isOpen || places.length === 0} className="place-found">
        {places.map((place, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={`${place.latitude},${place.longitude}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            className={`place-option${index === current ? ' is-current' : ''}`}
            onPointerMove={() => setAt(index)}
            // Before the field loses the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(place)}
          >
            <MapPin className="icon" />
            <Words className="truncate">{place.name}</Words>
            <Words className="place-region truncate">{regionOf(place)}</Words>
          </button>
        ))}
      </div>
      <div role="status">
        {isOpen && found.kind !== 'found' && (
          <p className="place-found place-words">{found.kind === 'failed' ? found.sentence : 'Looking for places…'}</p>
        )}
        {isOpen && found.kind === 'found' && places.length === 0 && (
          <p className="place-found place-words">No place is called so. Check the spelling, or add the country.</p>
        )}
      </div>
    </div>
  );
}
