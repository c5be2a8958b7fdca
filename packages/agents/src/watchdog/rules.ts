// What looks wrong in a request, told from what its agents called and read. Rules, no model and no tools: it sees everything and can do nothing.
import type { FindingRule } from '@vos/protocol/entities';

/** The same call, word for word, this often within one request. A search that is tried again twice is patience; four times is a loop. */
export const SAME_CALL_LIMIT = 4;

/** Model calls of one request. Jobs of many steps stay well below; what is above goes in circles or has become a goal. */
export const MODEL_CALL_LIMIT = 40;

/** Share of what the person lets a conversation cost that one request has used. */
const SPEND_SHARE_LIMIT = 0.5;

/** What the observer is shown of a turn that has just ended. */
export interface Observation {
  /** As the person knows it. */
  readonly agentName: string;
  readonly calls: readonly ObservedCall[];
  /** Texts by strangers that the turn brought in. */
  readonly untrustedTexts: readonly { readonly source: string; readonly text: string }[];
  /** Of the whole request so far. */
  readonly modelCallCount: number;
  readonly spentMicroUsd: number;
  /** Null where the person sets no limit. */
  readonly conversationLimitMicroUsd: number | null;
}

export interface ObservedCall {
  readonly toolName: string;
  /** Null for one that succeeded or waits. */
  readonly failureCode: string | null;
  /** How often the agent made exactly this call within the request, this one included. */
  readonly sameCallCount: number;
  /** In how many turns of the request a call of this tool failed the agent or was refused, this one included; 0 where this one did not. */
  readonly failedTurnCount: number;
}

export interface Found {
  readonly rule: FindingRule;
  /** A sentence for the person. */
  readonly text: string;
}

/** At most one finding of each rule. */
export function look(observation: Observation): readonly Found[] {
  return [loop, selfAddress, runawayCalls, runawaySpend, instructions].flatMap((rule) => rule(observation) ?? []);
}

type Rule = (observation: Observation) => Found | undefined;

const loop: Rule = ({ agentName, calls }) => {
  const failed = calls.find(({ failedTurnCount }) => failedTurnCount >= SAME_CALL_LIMIT);
  const repeated = calls.find(({ sameCallCount }) => sameCallCount >= SAME_CALL_LIMIT);
  const name = lowerFirst(agentName);
  if (failed !== undefined) {
    const tried = `tried what does not work (${wordsOf(failed.toolName)}) in ${failed.failedTurnCount} turns of one request`;
    return { rule: 'loop', text: `The ${name} ${tried}.` };
  }
  if (repeated === undefined) return undefined;
  const text = `The ${name} did the same (${wordsOf(repeated.toolName)}) ${repeated.sameCallCount} times in one request.`;
  return { rule: 'loop', text };
};

const selfAddress: Rule = ({ agentName, calls }) =>
  calls.some(({ failureCode }) => failureCode === 'agent-is-self')
    ? { rule: 'self-address', text: `The ${lowerFirst(agentName)} tried to send a message to itself.` }
    : undefined;

const runawayCalls: Rule = ({ modelCallCount }) =>
  modelCallCount > MODEL_CALL_LIMIT
    ? { rule: 'runaway-calls', text: `This request has asked a model more than ${MODEL_CALL_LIMIT} times.` }
    : undefined;

const runawaySpend: Rule = ({ spentMicroUsd, conversationLimitMicroUsd: limit }) =>
  limit !== null && spentMicroUsd > limit * SPEND_SHARE_LIMIT
    ? {
        rule: 'runaway-spend',
        text: `This one request has used more than half of the $${(limit / 1_000_000).toFixed(2)} that a conversation may cost.`,
      }
    : undefined;

const instructions: Rule = ({ untrustedTexts }) => {
  for (const { source, text } of untrustedTexts) {
    const words = findInstruction(text);
    if (words !== undefined)
      return {
        rule: 'injected-instructions',
        text: `What came from outside (${wordsOf(source)}) speaks to the agent instead of you: “${words}”.`,
      };
  }
  return undefined;
};

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** A tool's or agent's name as people read it: “read page”. */
function wordsOf(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Longest quotation in a finding. */
const QUOTE_LIMIT = 120;

/** Only the beginning of a long text is looked through: rules must not cost more than the turn. */
const READ_LIMIT = 100_000;

/**
 * Turns of phrase with which a text addresses a machine that reads it. Each was seen in published attacks; a text that only tells about them
 * is found too, which costs a question to the person and nothing else.
 */
const PHRASES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|earlier|above|all|your|any)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules|guidelines|directions)\b/i,
  /\b(?:new|updated|real|actual)\s+(?:system\s+)?instructions?\s*(?::|are\b|for (?:the )?(?:assistant|ai|agent|model))/i,
  /\byou are (?:now|no longer)\b[^.\n]{0,60}\b(?:assistant|ai|agent|model|mode|bot|chatgpt|claude|gemini)\b/i,
  /\b(?:do not|don't|never)\b[^.\n]{0,20}\b(?:tell|inform|mention|reveal|show)\b[^.\n]{0,20}\b(?:the |your )?(?:user|person|human|owner)\b/i,
  /\b(?:assistant|ai|agent|model|llm|chatbot)s?\b[^.\n]{0,30}\b(?:must|should|has to|have to|is required to)\b[^.\n]{0,60}\b(?:send|forward|email|post|upload|delete|call|transfer|buy|run|execute|reveal)\b/i,
  /\b(?:reveal|print|repeat|send|forward|output)\b[^.\n]{0,30}\b(?:system prompt|hidden prompt|initial instructions|api keys?|passwords?|credentials)\b/i,
  /<\/?(?:system|instructions?|tool_call|function_call)>|\[\/?(?:INST|SYSTEM)\]|<\|(?:im_start|system)\|>/i,
];

/** Letters that nobody sees and a model reads: Unicode tags (U+E0000 block). */
const HIDDEN = /[\u{E0020}-\u{E007E}]{4,}/u;

/** The words that give an instruction; undefined where there are none. */
export function findInstruction(text: string): string | undefined {
  const read = text.slice(0, READ_LIMIT);
  if (HIDDEN.test(read)) return 'letters that are hidden from people';
  for (const phrase of PHRASES) {
    const found = phrase.exec(read);
    if (found !== null) return shorten(found[0]);
  }
  return undefined;
}

function shorten(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length <= QUOTE_LIMIT ? line : `${line.slice(0, QUOTE_LIMIT - 1)}…`;
}
