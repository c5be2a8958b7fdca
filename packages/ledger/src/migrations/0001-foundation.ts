// Migration 1: change sets and outbox, queue, turns, effects, conversations, notes, tasks, documents, prompts and desk layouts.
export const foundation = `
CREATE TABLE change_sets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  actor TEXT NOT NULL,
  cause TEXT NOT NULL,
  at TEXT NOT NULL,
  undoes INTEGER REFERENCES change_sets (id)
) STRICT;

CREATE TABLE changes (
  change_set_id INTEGER NOT NULL REFERENCES change_sets (id),
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (change_set_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_by_record ON changes (kind, record_id, change_set_id);

CREATE TABLE outbox (
  change_set_id INTEGER PRIMARY KEY REFERENCES change_sets (id)
) STRICT;

CREATE TABLE queue (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  idempotency_key TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  payload TEXT NOT NULL,
  -- Takes the payload's place long after the message was handled: it still tells the same bytes from others.
  payload_digest BLOB,
  trace_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  sent_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'leased', 'done', 'set_aside', 'dead')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- 0 means at once: what is due is never held up by a clock that is set back.
  available_at_ms INTEGER NOT NULL,
  ended_at TEXT,
  reason_code TEXT,
  reason TEXT
) STRICT;
CREATE INDEX queue_open ON queue (agent_id, conversation_id, available_at_ms, position) WHERE state IN ('waiting', 'leased');
CREATE INDEX queue_leased ON queue (agent_id, conversation_id) WHERE state = 'leased';
-- For looking into one request.
CREATE INDEX queue_by_trace ON queue (trace_id);
CREATE INDEX queue_ended ON queue (state, ended_at) WHERE ended_at IS NOT NULL AND payload_digest IS NULL;

-- Where each lane stands. What follows from its messages is kept here so that the next lane is found without reading them.
CREATE TABLE lanes (
  agent_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  -- From when a lease hands out something: 0 is at once, NULL is never. While leased, the end of the lease.
  due_at_ms INTEGER,
  -- Place among the lanes of its agent.
  line INTEGER NOT NULL,
  lease_owner TEXT,
  lease_until_ms INTEGER,
  held_until_ms INTEGER,
  PRIMARY KEY (agent_id, conversation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX lanes_line ON lanes (agent_id, line);
CREATE INDEX lanes_due ON lanes (agent_id, due_at_ms, line) WHERE due_at_ms IS NOT NULL;
CREATE INDEX lanes_held ON lanes (agent_id, held_until_ms) WHERE held_until_ms IS NOT NULL;

-- Messages that could not be handled and that the person wants to see no more. They stay in the queue and can come back.
CREATE TABLE dropped_letters (
  id TEXT PRIMARY KEY,
  dropped_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE effects (
  key TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  turn_id TEXT,
  request TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('intended', 'done', 'failed', 'uncertain')),
  receipt TEXT,
  intended_at TEXT NOT NULL,
  settled_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX effects_by_turn ON effects (turn_id);
CREATE INDEX effects_unsettled ON effects (state) WHERE state IN ('intended', 'uncertain');

-- What each call of a model costs, from before it is sent. What was asked and answered is its effect, under the same key.
CREATE TABLE model_calls (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  agent_id TEXT NOT NULL,
  conversation_id TEXT,
  trace_id TEXT,
  turn_id TEXT,
  service TEXT NOT NULL,
  model TEXT NOT NULL,
  day TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'lost')),
  -- What counts against the limits: the most it can cost until the cost is known, and from then on the cost.
  charge_micro_usd INTEGER NOT NULL CHECK (charge_micro_usd >= 0),
  -- NULL is not known, never nothing.
  cost_micro_usd INTEGER,
  input_tokens INTEGER,
  output_tokens INTEGER
) STRICT;
CREATE INDEX model_calls_by_day ON model_calls (day, charge_micro_usd);
CREATE INDEX model_calls_by_conversation ON model_calls (conversation_id, charge_micro_usd) WHERE charge_micro_usd > 0;
CREATE INDEX model_calls_by_trace ON model_calls (trace_id);

CREATE TABLE texts (
  hash TEXT PRIMARY KEY,
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE traces (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL,
  tool_call_count INTEGER NOT NULL DEFAULT 0,
  hop_count INTEGER NOT NULL DEFAULT 0,
  ended_reason TEXT,
  ended_by TEXT CHECK (ended_by IN ('person', 'limit')),
  idle_ms INTEGER NOT NULL DEFAULT 0,
  started_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX traces_by_start ON traces (started_at);

CREATE TABLE turns (
  id TEXT PRIMARY KEY,
  agent_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  trace_id TEXT NOT NULL,
  message_ids TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  call_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'finished', 'failed')),
  failure TEXT,
  started_at TEXT NOT NULL,
  finished_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX turns_by_trace ON turns (trace_id);
CREATE UNIQUE INDEX turns_open ON turns (agent_id, conversation_id) WHERE state = 'open';

CREATE TABLE agent_states (
  agent_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  -- The request it works for, or worked for last.
  trace_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('idle', 'thinking', 'executing_tools', 'retrying')),
  doing TEXT,
  since TEXT NOT NULL,
  resumes_at TEXT,
  heartbeat_at_ms INTEGER NOT NULL,
  asleep_until_ms INTEGER,
  PRIMARY KEY (agent_id, conversation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_states_by_conversation ON agent_states (conversation_id);

CREATE TABLE history (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  agent_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  turn_id TEXT NOT NULL,
  entry TEXT NOT NULL,
  -- 1 where the entry holds what came from outside and may have been written to mislead.
  is_untrusted INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX history_by_lane ON history (agent_id, conversation_id, position);
CREATE INDEX history_untrusted ON history (agent_id, conversation_id, position) WHERE is_untrusted = 1;

-- The position keeps the calls of one reply, which have one start, in their order.
CREATE TABLE tool_calls (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  turn_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  trace_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'succeeded', 'failed', 'uncertain')),
  arguments TEXT NOT NULL,
  result TEXT,
  refusal TEXT CHECK (refusal IN ('tool-unknown', 'arguments-invalid', 'not-permitted')),
  started_at TEXT NOT NULL,
  duration_ms REAL
) STRICT;
CREATE INDEX tool_calls_by_trace ON tool_calls (trace_id);

-- Tool calls that wait for the person's permission, or waited. The id is the tool call's.
CREATE TABLE approvals (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  turn_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  trace_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  effect TEXT NOT NULL,
  arguments TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('class', 'tool', 'untrusted', 'flagged')),
  reason_text TEXT NOT NULL,
  sources TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'allowed', 'denied', 'withdrawn')),
  scope TEXT CHECK (scope IN ('once', 'conversation', 'always')),
  asked_at TEXT NOT NULL,
  decided_at TEXT
) STRICT;
CREATE INDEX approvals_waiting ON approvals (position) WHERE state = 'waiting';
CREATE INDEX approvals_by_trace ON approvals (trace_id);

-- What the observer found in a request, each kind once.
CREATE TABLE findings (
  id TEXT PRIMARY KEY,
  trace_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  rule TEXT NOT NULL,
  text TEXT NOT NULL,
  found_at TEXT NOT NULL,
  UNIQUE (trace_id, rule)
) STRICT, WITHOUT ROWID;
CREATE INDEX findings_by_time ON findings (found_at);

CREATE TABLE permission_rules (
  id TEXT PRIMARY KEY,
  decision TEXT NOT NULL CHECK (decision IN ('allow', 'ask', 'deny')),
  effect TEXT,
  agent_id TEXT,
  tool_name TEXT,
  conversation_id TEXT,
  trace_id TEXT,
  reviewed_through INTEGER,
  decided_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A removed conversation stays whole, so that it can come back; it is only listed here.
CREATE TABLE removed_conversations (
  id TEXT PRIMARY KEY,
  removed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE messages (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  parent_id TEXT REFERENCES messages (id),
  author_kind TEXT NOT NULL CHECK (author_kind IN ('user', 'agent', 'system')),
  agent_id TEXT,
  text TEXT NOT NULL,
  sent_at TEXT NOT NULL,
  trace_id TEXT NOT NULL,
  turn_id TEXT
) STRICT;
CREATE INDEX messages_by_conversation ON messages (conversation_id, position);
CREATE INDEX messages_by_trace ON messages (trace_id);

-- The full text refers to notes by number; only a declared integer key keeps it through VACUUM.
CREATE TABLE notes (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  folder TEXT,
  color TEXT NOT NULL,
  is_pinned INTEGER NOT NULL,
  is_archived INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_by_update ON notes (is_archived, updated_at);
CREATE VIRTUAL TABLE notes_text USING fts5 (title, content, tags, content = 'notes', content_rowid = 'position', tokenize = 'porter unicode61 remove_diacritics 2');
CREATE TRIGGER notes_text_insert AFTER INSERT ON notes BEGIN
  INSERT INTO notes_text (rowid, title, content, tags) VALUES (new.position, new.title, new.content, new.tags);
END;
CREATE TRIGGER notes_text_delete AFTER DELETE ON notes BEGIN
  INSERT INTO notes_text (notes_text, rowid, title, content, tags) VALUES ('delete', old.position, old.title, old.content, old.tags);
END;
CREATE TRIGGER notes_text_update AFTER UPDATE ON notes BEGIN
  INSERT INTO notes_text (notes_text, rowid, title, content, tags) VALUES ('delete', old.position, old.title, old.content, old.tags);
  INSERT INTO notes_text (rowid, title, content, tags) VALUES (new.position, new.title, new.content, new.tags);
END;

CREATE TABLE tasks (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'completed', 'archived')),
  assignee_ids TEXT NOT NULL,
  broadcast_updates INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  completed_at TEXT
) STRICT;
CREATE INDEX tasks_by_update ON tasks (status, updated_at);

CREATE TABLE documents (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  content_type TEXT NOT NULL,
  tags TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('agent', 'user_upload', 'tool_result', 'note_export')),
  source_agent_id TEXT,
  source_tool TEXT,
  conversation_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX documents_by_conversation ON documents (conversation_id, created_at);

-- An agent may have any number of prompts, and at most one that is active.
CREATE TABLE prompts (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  agent_id TEXT NOT NULL,
  name TEXT NOT NULL,
  content TEXT NOT NULL,
  is_active INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX prompts_active ON prompts (agent_id) WHERE is_active = 1;
CREATE INDEX prompts_by_agent ON prompts (agent_id);

CREATE TABLE prompt_versions (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  prompt_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  content TEXT NOT NULL,
  reason TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (prompt_id, version)
) STRICT;

-- How windows stood on a client's desk, a text for each size of display. The position tells which was saved last.
CREATE TABLE desk_layouts (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL,
  key TEXT NOT NULL,
  layout TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  UNIQUE (client_id, key)
) STRICT;

CREATE TABLE settings (
  id TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Keys are only named here; they lie outside the database.
CREATE TABLE endpoints (
  id TEXT PRIMARY KEY,
  preset TEXT NOT NULL,
  label TEXT NOT NULL,
  base_url TEXT NOT NULL,
  key_reference TEXT,
  model TEXT,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE model_prices (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  input_usd REAL NOT NULL,
  output_usd REAL NOT NULL,
  entered_at TEXT NOT NULL,
  UNIQUE (provider, model)
) STRICT, WITHOUT ROWID;

CREATE TABLE weather_places (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  region TEXT,
  country TEXT,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  time_zone TEXT NOT NULL,
  added_at TEXT NOT NULL
) STRICT;

-- A copy of what the weather service said last, so that it can be shown with its age while the service is away.
CREATE TABLE weather_readings (
  point TEXT PRIMARY KEY,
  report TEXT NOT NULL,
  fetched_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
