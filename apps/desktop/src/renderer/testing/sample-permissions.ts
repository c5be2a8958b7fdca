// What agents of the gallery and of tests may do by themselves. Sample content.
import type { PermissionRule, PermissionsView } from '@vos/protocol/entities';

const everyAgent = ['primary_agent', 'weather_agent', 'notes_agent', 'calculator_agent'];
const tasks = ['create_task', 'update_task', 'assign_to_task', 'unassign_from_task'];
const notes = ['create_note', 'update_note', 'delete_note', 'archive_note', 'pin_note', 'undo_note_change'];
const documents = ['create_document', 'delete_document', 'edit_system_prompt'];
const of = (agentId: string, toolNames: readonly string[]) => toolNames.map((toolName) => ({ agentId, toolName }));

export const sampleClasses: PermissionsView['classes'] = [
  {
    effect: 'record',
    permission: 'ask',
    tools: [
      ...everyAgent.flatMap((agentId) => of(agentId, tasks)),
      ...of('primary_agent', documents),
      ...of('notes_agent', notes),
    ],
  },
  {
    effect: 'network-out',
    permission: 'allow',
    tools: of('weather_agent', ['get_weather', 'get_forecast', 'get_uv_index', 'get_air_quality']),
  },
  { effect: 'message-out', permission: 'deny', tools: of('primary_agent', ['send_sms']) },
];

export function sampleRule(part: Partial<PermissionRule> & Pick<PermissionRule, 'id' | 'decidedAt'>): PermissionRule {
  return {
    decision: 'allow',
    effect: null,
    agentId: 'notes_agent',
    toolName: 'create_note',
    conversationId: null,
    traceId: null,
    reviewedThrough: null,
    ...part,
  };
}
