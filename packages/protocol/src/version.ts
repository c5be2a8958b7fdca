// 1: session/open, conversation/read, message/send; messages, replies, tools, agents.
export const PROTOCOL_VERSION = 1;
