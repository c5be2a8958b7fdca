// The two questions of Ollama's own API that VOS asks: which models are there, and what one of them can do.

export interface OllamaServerModel {
  readonly name: string;
  readonly sizeBytes: number;
  readonly parameterSize: string;
  readonly capabilities: readonly string[];
  /** Set for a model that really runs at ollama.com. */
  readonly remoteHost?: string;
}

/** The answer of `GET /api/tags`. */
export function tagsAnswer(models: readonly OllamaServerModel[]): object {
  return {
    models: models.map((model) => ({
      name: model.name,
      model: model.name,
      ...(model.remoteHost === undefined ? {} : { remote_model: model.name, remote_host: model.remoteHost }),
      modified_at: '2026-01-05T09:00:00.000000000Z',
      size: model.sizeBytes,
      digest: '0'.repeat(64),
      details: {
        parent_model: '',
        format: 'gguf',
        family: 'test',
        families: ['test'],
        parameter_size: model.parameterSize,
        quantization_level: 'Q4_0',
      },
    })),
  };
}

/** The answer of `POST /api/show`, or undefined for a model that is not there or a body that is not a question. */
export function showAnswer(models: readonly OllamaServerModel[], body: string): object | undefined {
  let asked: unknown;
  try {
    asked = JSON.parse(body);
  } catch {
    return undefined;
  }
  const name = typeof asked === 'object' && asked !== null && 'model' in asked ? asked.model : undefined;
  const model = models.find((known) => known.name === name);
  if (model === undefined) return undefined;
  return {
    parameters: '',
    license: '',
    template: '',
    capabilities: model.capabilities,
    details: { parameter_size: model.parameterSize },
    model_info: {},
  };
}
