export { primaryAgent } from './agent.ts';
export { type BeyondGroup, groupsBeyond } from './beyond.ts';
export { askWhichColleague, replyBeyond, type ReplyContext, replyToIntent } from './replies.ts';
