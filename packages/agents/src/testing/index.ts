export { createInlineCalculator } from '../specialists/calculator/inline-calculator.ts';
export { startOpenMeteoServer } from './open-meteo-server.ts';
export type { OpenMeteoServer, ScriptedPlace, ScriptedWeather, ServerMode } from './open-meteo-server.ts';
export { createScriptedModel } from './scripted-model.ts';
export type { ScriptedModel, ScriptedStep } from './scripted-model.ts';
export { createTestTeam, testAgent } from './test-team.ts';
export type { TestTeam } from './test-team.ts';
