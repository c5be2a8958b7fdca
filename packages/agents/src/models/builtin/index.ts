export { collectExamples } from './examples.ts';
export { type BuiltinProviderOptions, createBuiltinProvider } from './provider.ts';
