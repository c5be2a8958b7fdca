export { collectExamples, createBuiltinProvider, measureRouting } from './models/builtin/index.ts';
export type { BuiltinProviderOptions, JudgedOutcome, JudgedRequest } from './models/builtin/index.ts';
export { createModelFacade } from './models/facade.ts';
export type { ModelFacade, PreparedCall } from './models/facade.ts';
export { payForCall } from './models/paid-calls.ts';
export type { PaidCall } from './models/paid-calls.ts';
export { modelFailure } from './models/openai/failure.ts';
export { isLoopback } from './models/openai/loopback.ts';
export { findOllama } from './models/openai/ollama.ts';
export type { FoundOllama, OllamaModel } from './models/openai/ollama.ts';
export { createOpenAiProvider } from './models/openai/provider.ts';
export { createDialect } from './models/openai/request-body.ts';
export type { Dialect } from './models/openai/request-body.ts';
export { listModels, tryModel } from './models/openai/try-model.ts';
export { readPrices } from './models/prices/price-list.ts';
export type { ListedPrice } from './models/prices/price-list.ts';
export { createPrices } from './models/prices/prices.ts';
export type { EnteredPrice, KnownPrice, Prices } from './models/prices/prices.ts';
export type {
  ModelMessage,
  ModelPiece,
  ModelProvider,
  ModelReply,
  ModelRequest,
  ModelToolCall,
  ModelUsage,
  ToolSpecification,
} from './models/provider.ts';
export { approvalsOf, shownApproval, waitingApprovals } from './permissions/approval-store.ts';
export { CLASS_DEFAULTS } from './permissions/judge.ts';
export { classRule, createPermissions } from './permissions/permissions.ts';
export type { Permissions } from './permissions/permissions.ts';
export { PRIMARY_AGENT_ID } from './sdk/agent.ts';
export type { Agent, BuiltinExamples } from './sdk/agent.ts';
export { defineOutsideTool, defineRecordTool, toolFailure } from './sdk/tool.ts';
export type { BuiltinReading, BuiltinRequest, BuiltinVoice, Lookup, Tool, ToolFailure } from './sdk/tool.ts';
export type { CalculationAnswer, CalculationName, CalculationRequest, Calculator } from './specialists/calculator/calculator.ts';
export type { Random } from './specialists/calculator/random.ts';
export { createSpecialists } from './specialists/index.ts';
export type { SpecialistServices } from './specialists/index.ts';
export { createOpenMeteo } from './specialists/weather/open-meteo.ts';
export type { OpenMeteoOptions } from './specialists/weather/open-meteo.ts';
export type { ForecastRange, PlaceQuery, WeatherSource } from './specialists/weather/weather-source.ts';
export { primaryAgent } from './specialists/primary/index.ts';
export { documentTools } from './tools/documents.ts';
export { createToolGateway } from './tools/gateway.ts';
export type { ToolGateway } from './tools/gateway.ts';
export { createMessagingTools } from './tools/messaging.ts';
export { createPromptTools } from './tools/prompts.ts';
export { sleepTool } from './tools/sleep.ts';
export { createTaskTools } from './tools/tasks.ts';
export type { TaskToolOptions } from './tools/tasks.ts';
export { listTraces, readTraceRoute } from './traces/trace-summaries.ts';
export { retryDeadLetter } from './turns/dead-letters.ts';
export { createAgentRuntime } from './turns/runtime.ts';
export type { AgentRuntime } from './turns/runtime.ts';
export { stopRequest } from './turns/stop-request.ts';
export type { StopRequestOptions } from './turns/stop-request.ts';
export { submitUserMessage } from './turns/submit.ts';
export type { Submission } from './turns/submit.ts';
export { createTurnRunner } from './turns/turn-runner.ts';
export type { TurnListener, TurnRunner } from './turns/turn-runner.ts';
export { readActivities, readToolCalls } from './turns/turn-store.ts';
export { createWatchdog, findingsOf, listFindings } from './watchdog/watchdog.ts';
export { createUncertainEffects } from './turns/uncertain-effects.ts';
export type { UncertainEffects } from './turns/uncertain-effects.ts';
