// Services of models whose address is known, each as its own documentation gives it for clients of the chat-completions protocol.
import type { Dialect } from '@vos/agents';
import type { EndpointPreset } from '@vos/protocol/entities';

export interface Preset {
  readonly preset: EndpointPreset;
  readonly label: string;
  /** Null where each customer has an address of their own. */
  readonly baseUrl: string | null;
  readonly addressExample: string;
  /** False for services on this computer. */
  readonly needsKey: boolean;
  /** How it calls the bound on what a model writes; tried first, for single models of one service differ. */
  readonly outputLimit: Dialect['outputLimit'];
  /** Where the address was read. */
  readonly readAt: string;
}

export const presets: readonly Preset[] = [
  {
    preset: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    addressExample: 'https://api.openai.com/v1',
    needsKey: true,
    outputLimit: 'max_completion_tokens',
    readAt: 'https://platform.openai.com/docs/api-reference',
  },
  {
    preset: 'azure',
    label: 'Azure OpenAI',
    baseUrl: null,
    addressExample: 'https://your-resource.openai.azure.com/openai/v1',
    needsKey: true,
    outputLimit: 'max_completion_tokens',
    // Its v1 address takes the key as OpenAI does, and the name of a deployment as the model.
    readAt: 'https://learn.microsoft.com/en-us/azure/ai-services/openai/api-version-deprecation',
  },
  {
    preset: 'anthropic',
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    addressExample: 'https://api.anthropic.com/v1',
    needsKey: true,
    outputLimit: 'max_tokens',
    readAt: 'https://platform.claude.com/docs/en/cli-sdks-libraries/libraries/openai-sdk',
  },
  {
    preset: 'gemini',
    label: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    addressExample: 'https://generativelanguage.googleapis.com/v1beta/openai',
    needsKey: true,
    outputLimit: 'max_tokens',
    readAt: 'https://ai.google.dev/gemini-api/docs/openai',
  },
  {
    preset: 'groq',
    label: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    addressExample: 'https://api.groq.com/openai/v1',
    needsKey: true,
    outputLimit: 'max_completion_tokens',
    readAt: 'https://console.groq.com/docs/openai',
  },
  {
    preset: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    addressExample: 'https://openrouter.ai/api/v1',
    needsKey: true,
    outputLimit: 'max_tokens',
    readAt: 'https://openrouter.ai/docs/quickstart',
  },
  {
    preset: 'lm-studio',
    label: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    addressExample: 'http://localhost:1234/v1',
    needsKey: false,
    outputLimit: 'max_tokens',
    readAt: 'https://lmstudio.ai/docs/developer/openai-compat',
  },
];

/** Undefined for a service of one's own. */
export function presetOf(preset: EndpointPreset): Preset | undefined {
  return presets.find((known) => known.preset === preset);
}
