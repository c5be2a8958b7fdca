// The shapes of a tool's result that have a card of their own. The renderer reads results into them; everything else is `values`.
import type { AirQuality, CurrentWeather, Forecast, Note, NoteSummary, UvReport } from '@vos/protocol/entities';

export interface Sum {
  /** What was worked out, as the tool understood it. */
  readonly question: string;
  /** The answer as text, with its unit if it has one. */
  readonly answer: string;
  /** False when the answer is rounded. */
  readonly isExact: boolean;
}

export type ToolBody =
  | { readonly kind: 'running' }
  | { readonly kind: 'weather'; readonly weather: CurrentWeather }
  | { readonly kind: 'forecast'; readonly forecast: Forecast }
  | { readonly kind: 'uv'; readonly report: UvReport }
  | { readonly kind: 'air'; readonly report: AirQuality }
  | { readonly kind: 'note'; readonly note: Note }
  /** `total` counts all that matched, of which `notes` may be the first few. */
  | { readonly kind: 'notes'; readonly notes: readonly NoteSummary[]; readonly total: number }
  | { readonly kind: 'sum'; readonly sum: Sum }
  | { readonly kind: 'values'; readonly value: unknown }
  /** A sentence that says what went wrong. */
  | { readonly kind: 'failure'; readonly sentence: string };
