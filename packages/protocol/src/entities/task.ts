import { z } from 'zod';
import { identifier, instant } from './shared.ts';
import { lazily } from '../lazily.ts';

export const TASK_TITLE_LIMIT = 500;
export const TASK_DESCRIPTION_LIMIT = 50_000;

export const taskStatus = z.enum(['pending', 'in_progress', 'completed', 'archived']);
export type TaskStatus = z.infer<typeof taskStatus>;

/** Something to be done, by agents or by the person. */
export const task = lazily(() =>
  z.object({
    id: identifier,
    title: z.string().min(1).max(TASK_TITLE_LIMIT),
    description: z.string().max(TASK_DESCRIPTION_LIMIT),
    status: taskStatus,
    /** `user` or ids of agents, each once. */
    assigneeIds: z.array(z.string()).max(50),
    /** Whether assignees are told of every change. */
    broadcastUpdates: z.boolean(),
    /** `user` or the id of an agent. */
    createdBy: z.string(),
    createdAt: instant,
    updatedAt: instant,
    /** Null until it is completed, and again when it is taken up anew. */
    completedAt: instant.nullable(),
  }),
);
export type Task = z.infer<typeof task>;
