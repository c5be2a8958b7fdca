// What agents may do by themselves: a choice for each kind of effect, and the decisions made on cards that still hold.
import type { Clock } from '@vos/base';
import type {
  AgentDescription,
  Conversation,
  DecidedEffectClass,
  Permission,
  PermissionRule,
  PermissionsView,
} from '@vos/protocol/entities';
import { ShieldBan, ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { agentName } from '../chat/speakers.ts';
import { useNow } from '../chat/use-now.ts';
import { fullTime, relativeTime } from '../chat/when.ts';
import { classWords, ruleWords, toolWords } from '../effect-words.ts';
import { Segmented } from './segmented.tsx';
import { useAction } from './use-action.ts';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

/** “5m ago” changes once a minute. */
const LABEL_INTERVAL_MS = 30_000;

const choices: readonly { readonly value: Permission; readonly title: string }[] = [
  { value: 'allow', title: 'Allow' },
  { value: 'ask', title: 'Ask first' },
  { value: 'deny', title: 'Never' },
];

export interface PermissionsProps {
  /** Undefined until it has come. */
  readonly view: PermissionsView | undefined;
  /** Why it did not come; null while it may. */
  readonly problem: string | null;
  readonly onRetry: () => void;
  readonly agents: readonly AgentDescription[];
  readonly conversations: readonly Pick<Conversation, 'id' | 'title'>[];
  readonly clock: Clock;
  /** Both resolve once it holds and reject with an error whose message may be shown. */
  /** Whether agents ask before they change anything in a request in which the observer found something. */
  readonly asksWhenFlagged: boolean;
  readonly onAsksWhenFlagged: (asks: boolean) => Promise<void>;
  readonly onChange: (effect: DecidedEffectClass, permission: Permission) => Promise<void>;
  /** `words` says what was taken back. */
  readonly onRevoke: (ruleId: string, words: string) => Promise<void>;
}

export function PermissionsSection(props: PermissionsProps) {
  const { view, problem, onRetry } = props;
  return (
    <>
      <header className="settings-head">
        <div>
          <h3>Permissions</h3>
          <p>What agents may do by themselves. Reading, and speaking with you and each other here, is never asked about.</p>
        </div>
      </header>
      {view === undefined ? (
        <Missing problem={problem} onRetry={onRetry} />
      ) : (
        <>
          <ul className="group">
            {view.classes.map((shown) => (
              <ClassRow key={shown.effect} shown={shown} {...props} />
            ))}
            <FlaggedRow {...props} />
          </ul>
          <div className="usage-head">
            <h4>Decisions you made in conversations</h4>
          </div>
          {view.rules.length === 0 ? (
            <p className="hint">
              None that still holds. Where an agent asks first, you can decide for the whole conversation or for good; it is
              listed here then.
            </p>
          ) : (
            <Rules rules={view.rules} {...props} />
          )}
        </>
      )}
    </>
  );
}

function Missing({ problem, onRetry }: Pick<PermissionsProps, 'problem' | 'onRetry'>) {
  if (problem === null) {
    return (
      <p className="hint" role="status">
        Loading the permissions…
      </p>
    );
  }
  return (
    <div role="alert">
      <p className="settings-problem">{problem}</p>
      <button type="button" className="button is-small" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

const flaggedChoices = [
  { value: 'ask', title: 'Ask first' },
  { value: 'go-on', title: 'Go on' },
] as const;

function FlaggedRow({ asksWhenFlagged, onAsksWhenFlagged }: PermissionsProps) {
  const { problem, run } = useAction();
  const title = 'When something looks wrong';
  return (
    <li>
      <div className="setting permission">
        <div>
          <b>{title}</b>
          <p>
            An observer tells you of requests that go in circles, eat the budget, or follow what a page told them. Whatever
            changes anything in such a request can be asked about first.
          </p>
        </div>
        <Segmented
          label={title}
          options={flaggedChoices}
          value={asksWhenFlagged ? 'ask' : 'go-on'}
          onChange={(chosen) => void run(() => onAsksWhenFlagged(chosen === 'ask'))}
        />
        {problem !== null && (
          <p className="settings-problem" role="alert">
            {problem.sentence}
          </p>
        )}
      </div>
    </li>
  );
}

type ShownClass = PermissionsView['classes'][number];

function ClassRow({ shown, agents, onChange }: PermissionsProps & { readonly shown: ShownClass }) {
  const { effect, permission, tools } = shown;
  const { problem, run } = useAction();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const toolsId = useId();
  const { title, explanation } = classWords[effect];
  const toolCount = new Set(tools.map(({ toolName }) => toolName)).size;
  return (
    <li>
      <div className="setting permission">
        <div>
          <b>{title}</b>
          <p>{explanation}</p>
          <button
            type="button"
            className="text-fold"
            aria-expanded={isUnfolded}
            aria-controls={toolsId}
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            {isUnfolded ? 'Show less' : `What that is: ${toolCount} ${toolCount === 1 ? 'thing' : 'things'} they can do`}
          </button>
        </div>
        <Segmented
          label={title}
          options={choices}
          value={permission}
          onChange={(chosen) => void run(() => onChange(effect, chosen))}
        />
        <dl className="permission-tools" id={toolsId} hidden={!isUnfolded}>
          {isUnfolded &&
            toolGroups(tools, agents).map(({ who, what }) => (
              <div key={who}>
                <dt>{who}</dt>
                <dd>{what}</dd>
              </div>
            ))}
        </dl>
        {problem !== null && (
          <p className="settings-problem" role="alert">
            {problem.sentence}
          </p>
        )}
      </div>
    </li>
  );
}

/** Tools that the same agents have stand together; what all of them have is told once. */
function toolGroups(
  tools: ShownClass['tools'],
  agents: PermissionsProps['agents'],
): readonly { readonly who: string; readonly what: string }[] {
  const owners = new Map<string, string[]>();
  for (const { agentId, toolName } of tools) owners.set(toolName, [...(owners.get(toolName) ?? []), agentId]);
  const groups = new Map<string, string[]>();
  for (const [toolName, agentIds] of owners) {
    const isAll = agents.length > 1 && agents.every(({ id }) => agentIds.includes(id));
    const who = isAll ? 'Every agent' : agentIds.map((id) => agentName(id, agents)).join(', ');
    groups.set(who, [...(groups.get(who) ?? []), toolWords(toolName)]);
  }
  return [...groups].map(([who, what]) => ({ who, what: what.join(', ') }));
}

function Rules({
  rules,
  agents,
  conversations,
  clock,
  onRevoke,
}: PermissionsProps & { readonly rules: readonly PermissionRule[] }) {
  const nowMs = useNow(clock, LABEL_INTERVAL_MS);
  const { isBusy, problem, run } = useAction();
  return (
    <>
      <ul className="group">
        {rules.map((rule) => {
          const words = harmless(ruleWords(rule, agents));
          const { id, decision, conversationId, decidedAt } = rule;
          return (
            <li className="permission-rule" key={id}>
              {decision === 'allow' ? <ShieldCheck className="icon" /> : <ShieldBan className="icon" />}
              <div>
                <b>{words}</b>
                <p>
                  {conversationId === null ? (
                    'Everywhere'
                  ) : (
                    <Where title={conversations.find((one) => one.id === conversationId)?.title} />
                  )}
                  {' · '}
                  <time dateTime={decidedAt} title={fullTime(decidedAt)}>
                    {relativeTime(decidedAt, nowMs)}
                  </time>
                </p>
              </div>
              <button
                type="button"
                className="button is-small"
                aria-label={`Take back: ${words}`}
                aria-disabled={isBusy}
                onClick={() => void run(() => onRevoke(id, words))}
              >
                Take back
              </button>
            </li>
          );
        })}
      </ul>
      {problem !== null && (
        <p className="settings-problem" role="alert">
          {problem.sentence}
        </p>
      )}
    </>
  );
}

function Where({ title }: { readonly title: string | undefined }) {
  if (title === undefined) return 'In a conversation that was removed';
  return (
    <>
      In “<Words>{title}</Words>”
    </>
  );
}
