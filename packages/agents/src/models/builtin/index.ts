export { collectExamples, exampleVectorsKey } from './examples.ts';
export { type BuiltinProviderOptions, createBuiltinProvider } from './provider.ts';
