export { primaryAgent } from './agent.ts';
export { groupsBeyond } from './beyond.ts';
export { askWhichColleague, replyBeyond, type ReplyContext, replyToIntent } from './replies.ts';
