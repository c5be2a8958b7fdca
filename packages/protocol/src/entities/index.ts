export { activity, agentDescription, agentState, toolCall, toolCallState, toolRefusal } from './agent.ts';
export type { Activity, AgentDescription, AgentState, ToolCall, ToolRefusal } from './agent.ts';
export { calculation, unitConversion } from './calculation.ts';
export type { Calculation, UnitConversion } from './calculation.ts';
export { DEAD_LETTER_EXCERPT_LIMIT, deadLetter } from './dead-letter.ts';
export type { DeadLetter } from './dead-letter.ts';
export {
  DOCUMENT_CONTENT_LIMIT,
  DOCUMENT_TITLE_LIMIT,
  document,
  documentSource,
  documentSummary,
} from './document.ts';
export type { Document, DocumentSummary } from './document.ts';
export { author, conversation, CONVERSATION_TITLE_LIMIT, message, MESSAGE_TEXT_LIMIT } from './message.ts';
export type { Author, Conversation, Message } from './message.ts';
export {
  foundNote,
  note,
  NOTE_CONTENT_LIMIT,
  NOTE_PREVIEW_LIMIT,
  NOTE_TITLE_LIMIT,
  noteColor,
  noteConflict,
  noteFields,
  noteSummary,
} from './note.ts';
export type { EditableNote, FoundNote, Note, NoteColor, NoteConflict, NoteSummary } from './note.ts';
export {
  approval,
  approvalReason,
  approvalScope,
  approvalState,
  decidedEffectClass,
  effectClass,
  finding,
  findingRule,
  permission,
  permissionRule,
  permissionsView,
  uncertainEffect,
} from './permission.ts';
export type {
  Approval,
  ApprovalReason,
  ApprovalScope,
  DecidedEffectClass,
  EffectClass,
  Finding,
  FindingRule,
  Permission,
  PermissionRule,
  PermissionsView,
  UncertainEffect,
} from './permission.ts';
export { PROMPT_CONTENT_LIMIT, prompt, promptVersion } from './prompt.ts';
export type { Prompt, PromptVersion } from './prompt.ts';
export {
  appearance,
  ENDPOINT_LABEL_LIMIT,
  endpoint,
  endpointId,
  endpointPreset,
  MODEL_NAME_LIMIT,
  modelPrice,
  offeredModel,
  settings,
  settingsView,
  shownEndpoint,
  shownPrice,
  spendLimit,
  unitChoice,
} from './settings.ts';
export type {
  Appearance,
  Endpoint,
  EndpointPreset,
  ModelPrice,
  OfferedModel,
  Settings,
  SettingsView,
  ShownEndpoint,
  ShownPrice,
} from './settings.ts';
export { agentId, identifier, instant, timeZone } from './shared.ts';
export { limitUse, spending, turnSpending, usageView } from './spending.ts';
export type { LimitUse, Spending, TurnSpending, UsageView } from './spending.ts';
export { TASK_DESCRIPTION_LIMIT, TASK_TITLE_LIMIT, task, taskStatus } from './task.ts';
export type { Task, TaskStatus } from './task.ts';
export { TRACE_EXCERPT_LIMIT, TRACE_TEXT_LIMIT, traceHop, traceState, traceSummary } from './trace.ts';
export type { MessageHop, ModelHop, ToolHop, TraceHop, TraceState, TraceSummary, TraceText, TurnHop } from './trace.ts';
export {
  airQuality,
  airQualityLevel,
  condition,
  credit,
  currentWeather,
  forecast,
  forecastDay,
  place,
  savedPlace,
  usualUnits,
  uvReport,
  uvRisk,
  weatherReport,
  weatherUnits,
} from './weather.ts';
export type {
  AirQuality,
  CurrentWeather,
  Forecast,
  ForecastDay,
  Place,
  SavedPlace,
  UvReport,
  WeatherReport,
  WeatherUnits,
} from './weather.ts';
