// The numbers that keep a request bounded, each with what it bounds.

/** The longest a model may take for one reply. Large models with long prompts stay under a minute; a silent one is given up. */
export const MODEL_TIMEOUT_MS = 90_000;

/** How often a message is handed out again after a failure that may pass, counted in the queue. */
export const RETRY_LIMIT = 3;

/** Pause before the nth new try; the last is long enough for a service to be restarted. */
export const RETRY_PAUSES_MS = [1_000, 4_000, 16_000] as const;

/** The longest pause a service may ask for: a daily quota asks for hours, and by then a person would rather be told. */
export const LONGEST_WISHED_PAUSE_MS = 5 * 60_000;

/** How often a reply without a usable tool call is sent back with the reason before the turn fails. */
export const REJECTION_LIMIT = 3;

/**
 * Replies of one turn that were lost because VOS was ended. Far more than a person who starts anew a few times; a request that ends VOS
 * itself each time must come to an end, and so must what it costs.
 */
export const LOST_CALL_LIMIT = 10;

/** Tool calls of one request, over all agents: a job of many steps fits, a loop does not run for hours. */
export const TRACE_TOOL_CALL_LIMIT = 200;

/**
 * Turns of one agent for one request, one after the other, in which nothing it tried worked. A model that misread a tool mends its call at the
 * second try, at worst the third; one that fails a fourth time repeats itself, and each time costs a whole prompt.
 */
export const FRUITLESS_TURN_LIMIT = 4;

/**
 * Turns of one agent for one request, one after the other, that brought nothing it had not seen: each call failed, or gave what the same call
 * gave before. With the first look that makes six times the same. Whoever waits for something sleeps in between, which is something new.
 */
export const CIRCLING_TURN_LIMIT = 5;

/** Messages from agent to agent within one request: the longest sensible chain is far shorter. */
export const TRACE_HOP_LIMIT = 20;

/** Messages handled in one turn. More wait for the next. */
export const TURN_MESSAGE_LIMIT = 50;

/** How long a lane stays with a turn that gives no sign of life. A turn under way renews it, however long its tools take. */
export const LEASE_DURATION_MS = 300_000;

/** A fifth of the lease, so that a slow disk or a busy minute never lets one run out. Most turns are over before the first renewal. */
export const LEASE_RENEWAL_MS = 60_000;

/**
 * A turn that gave no sign of life for so long is given up and tried again. Everything a turn waits for has a limit of its own that is far
 * shorter, so this only ends what should never have happened. A tool at work is a sign of life, however long it takes.
 */
export const STUCK_AFTER_MS = 300_000;

/**
 * How long turns that became ready together go on in one turn of the event loop before the rest wait for the next. A turn that begins within
 * it goes on to its next wait, and the commit before it took its share too: with two hundred requests at once the loop is then late by some
 * 15 ms, and without a limit by 31.
 */
export const BREATH_BUDGET_MS = 1;

/**
 * Conversations an agent is at work in at once; more wait in line. Far above what one person starts, so that a call never waits behind
 * chats, and low enough that a thousand alarms due at once do not open a thousand connections. Each agent has its own, so none waits for another.
 */
export const LANES_AT_ONCE = 32;

/** Sentences a minute about messages that cannot be read, in one conversation. All of them are in the list; more sentences would only bury the talk. */
export const NOTICE_LIMIT = 5;

/** What of the history is shown to a model, estimated at four characters a token. */
export const HISTORY_TOKEN_BUDGET = 12_000;

/** Newest entries considered for that budget; bounds one read. */
export const HISTORY_ENTRY_LIMIT = 400;

/** The longest result of a tool that a model is shown, in characters; what is cut is stated. */
export const TOOL_RESULT_LIMIT = 20_000;
