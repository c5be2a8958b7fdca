// The messages agents get, as they lie in the queue and as a model reads them. Names are those of the earlier system.
import { agentId, identifier, taskStatus, timeZone } from '@vos/protocol/entities';
import { z } from 'zod';

/** Payload shapes by type. A payload that does not fit is set aside with its reason, and the rest of the lane goes on. */
export const notificationPayloads = {
  user_message: z.object({
    message_id: identifier,
    content: z.string(),
    content_type: z.literal('text'),
    user_timezone: timeZone,
  }),
  agent_message: z.object({
    sender_agent_id: agentId,
    content: z.string(),
    attachment_ids: z.array(z.string()).default([]),
    document_ids: z.array(z.string()).default([]),
    user_timezone: timeZone,
    /** True where the sender had read what strangers wrote. */
    is_untrusted: z.literal(true).optional(),
  }),
  /** The result itself stands in the history, beside its call. */
  tool_result: z.object({
    turn_id: identifier,
    tool_names: z.array(z.string()),
    user_timezone: timeZone,
  }),
  task_notification: z.object({
    task_id: identifier,
    task_title: z.string(),
    event_type: z.enum(['task_created', 'task_updated', 'task_assigned', 'task_unassigned']),
    status: taskStatus,
    old_status: taskStatus.nullable(),
    created_by: z.string(),
    user_timezone: timeZone,
  }),
  system_alert: z.object({
    alert_type: z.enum(['REMINDER', 'WAKE', 'TIMER', 'ALARM', 'PERMISSION_GRANTED', 'PERMISSION_DENIED', 'OUTCOME_KNOWN']),
    title: z.string().default(''),
    description: z.string().default(''),
    user_timezone: timeZone,
    /** The tool call that a permission or an outcome is about. */
    call_id: identifier.optional(),
  }),
  error_message: z.object({
    error_type: z.string(),
    error_message: z.string(),
    user_timezone: timeZone,
  }),
} as const;

export type NotificationType = keyof typeof notificationPayloads;
export type NotificationPayload<Type extends NotificationType> = z.output<(typeof notificationPayloads)[Type]>;

/** One notification inside the JSON array that a `user` message holds. `tool_result` is never among them. */
export type Notification = {
  [Type in NotificationType]: {
    readonly notification_id: string;
    /** ISO 8601 in UTC. */
    readonly timestamp: string;
    readonly notification_type: Type;
    readonly payload: NotificationPayload<Type>;
  };
}[NotificationType];
