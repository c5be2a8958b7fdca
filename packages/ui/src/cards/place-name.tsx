import type { Place } from '@vos/protocol/entities';
import { Words } from '../words.tsx';

/** A place with as much of where it lies as tells it apart. */
export function PlaceName({ place }: { readonly place: Place }) {
  const region = regionOf(place);
  return (
    <p className="weather-place">
      <Words>{place.name}</Words>
      {region !== '' && <Words className="weather-region">{region}</Words>}
    </p>
  );
}

/** “Gelderland, Netherlands”; a region named like its place is left out. */
export function regionOf({ name, region, country }: Place): string {
  return [region === name ? null : region, country].filter((part) => part !== null && part !== '').join(', ');
}
