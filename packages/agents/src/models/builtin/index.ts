export { collectExamples } from './examples.ts';
export { type JudgedOutcome, type JudgedRequest, measureRouting } from './measure-routing.ts';
export { type BuiltinProviderOptions, createBuiltinProvider } from './provider.ts';
