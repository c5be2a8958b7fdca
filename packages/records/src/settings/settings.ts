// Settings and the services of models. Every field has a value from the start; what is stored is only what a person changed.
import { type ChangeSet, type Reader, readRecord, type RecordKind, type SqlValue } from '@vos/ledger';
import { type Endpoint, endpoint, type ModelPrice, modelPrice, type Settings, settings } from '@vos/protocol/entities';

/** One stored choice. `value` is JSON. */
interface Setting {
  readonly id: string;
  readonly value: string;
}

export const settingKind: RecordKind<Setting> = {
  kind: 'setting',
  table: 'settings',
  toRow: ({ value }) => ({ value }),
  fromRow: (row) => ({ id: String(row['id']), value: String(row['value']) }),
};

export const endpointKind: RecordKind<Endpoint> = {
  kind: 'endpoint',
  table: 'endpoints',
  toRow: (entity) => ({
    preset: entity.preset,
    label: entity.label,
    base_url: entity.baseUrl,
    key_reference: entity.keyReference,
    model: entity.model,
    created_at: entity.createdAt,
  }),
  fromRow: (row) =>
    endpoint.parse({
      id: row['id'],
      preset: row['preset'],
      label: row['label'],
      baseUrl: row['base_url'],
      keyReference: row['key_reference'],
      model: row['model'],
      createdAt: row['created_at'],
    }),
};

export const modelPriceKind: RecordKind<ModelPrice> = {
  kind: 'model_price',
  table: 'model_prices',
  toRow: (entity) => ({
    provider: entity.provider,
    model: entity.model,
    input_usd: entity.inputUsd,
    output_usd: entity.outputUsd,
    entered_at: entity.enteredAt,
  }),
  fromRow: (row) =>
    modelPrice.parse({
      id: row['id'],
      provider: row['provider'],
      model: row['model'],
      inputUsd: row['input_usd'],
      outputUsd: row['output_usd'],
      enteredAt: row['entered_at'],
    }),
};

/**
 * Dark is how the desk was drawn. Five dollars are a day's work with a large model, thousands of answers of a small one, and what an agent
 * that goes astray over night may cost at most; two a conversation, so that one that goes astray leaves something for the others.
 */
const DEFAULTS: Settings = {
  appearance: 'dark',
  units: 'automatic',
  dayLimitUsd: 5,
  conversationLimitUsd: 2,
  asksWhenFlagged: true,
};

/** A stored value that is not understood, of a newer version perhaps, is left where it is and the default holds. */
export function readSettings(reader: Reader): Settings {
  return settings.parse({
    appearance: settings.shape.appearance.catch(DEFAULTS.appearance).parse(readValue(reader, 'appearance')),
    units: settings.shape.units.catch(DEFAULTS.units).parse(readValue(reader, 'units')),
    dayLimitUsd: settings.shape.dayLimitUsd.catch(DEFAULTS.dayLimitUsd).parse(readValue(reader, 'dayLimitUsd')),
    conversationLimitUsd: settings.shape.conversationLimitUsd
      .catch(DEFAULTS.conversationLimitUsd)
      .parse(readValue(reader, 'conversationLimitUsd')),
    asksWhenFlagged: settings.shape.asksWhenFlagged.catch(DEFAULTS.asksWhenFlagged).parse(readValue(reader, 'asksWhenFlagged')),
  });
}

export function changeSettings(
  reader: Reader,
  changes: ChangeSet,
  fields: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Settings {
  for (const [id, value] of Object.entries(fields)) {
    if (value !== undefined) changes.put(settingKind, { id, value: JSON.stringify(value) });
  }
  return readSettings(reader);
}

/** The service that answers: `builtin`, or the id of an endpoint, which may have been removed meanwhile. */
export function readChosenEndpointId(reader: Reader): string {
  const id = readValue(reader, 'model');
  return typeof id === 'string' ? id : 'builtin';
}

export function chooseEndpoint(changes: ChangeSet, id: string): void {
  changes.put(settingKind, { id: 'model', value: JSON.stringify(id) });
}

export function readEndpoint(reader: Reader, id: string): Endpoint | undefined {
  return readRecord(reader, endpointKind, id);
}

/** In the order in which they were added. */
export function listEndpoints(reader: Reader): readonly Endpoint[] {
  return reader
    .all<Record<string, SqlValue>>(
      'SELECT id, preset, label, base_url, key_reference, model, created_at FROM endpoints ORDER BY created_at, id',
    )
    .map(endpointKind.fromRow);
}

export function listModelPrices(reader: Reader): readonly ModelPrice[] {
  return reader
    .all<Record<string, SqlValue>>('SELECT id, provider, model, input_usd, output_usd, entered_at FROM model_prices ORDER BY id')
    .map(modelPriceKind.fromRow);
}

/** Replaces the price of that model if there is one. */
export function enterModelPrice(reader: Reader, changes: ChangeSet, price: ModelPrice): void {
  const known = reader.get<{ id: string }>('SELECT id FROM model_prices WHERE provider = ? AND model = ?', [
    price.provider,
    price.model,
  ]);
  changes.put(modelPriceKind, { ...price, id: known?.id ?? price.id });
}

function readValue(reader: Reader, id: string): unknown {
  const stored = readRecord(reader, settingKind, id);
  if (stored === undefined) return undefined;
  try {
    return JSON.parse(stored.value);
  } catch {
    return undefined;
  }
}
