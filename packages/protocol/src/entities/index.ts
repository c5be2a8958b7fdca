export { activity, agentDescription, agentState, toolCall, toolCallState } from './agent.ts';
export type { Activity, AgentDescription, AgentState, ToolCall } from './agent.ts';
export { author, conversation, message, MESSAGE_TEXT_LIMIT } from './message.ts';
export type { Author, Conversation, Message } from './message.ts';
export { note, NOTE_CONTENT_LIMIT, NOTE_TITLE_LIMIT, noteColor } from './note.ts';
export type { Note, NoteColor } from './note.ts';
export { agentId, identifier, instant, timeZone } from './shared.ts';
export { condition, credit, currentWeather, forecast, forecastDay, place, weatherUnits } from './weather.ts';
export type { CurrentWeather, Forecast, ForecastDay, Place, WeatherUnits } from './weather.ts';
