export { createScriptedModel } from './scripted-model.ts';
export type { ScriptedModel, ScriptedStep } from './scripted-model.ts';
export { createTestTeam, testAgent } from './test-team.ts';
export type { TestTeam } from './test-team.ts';
