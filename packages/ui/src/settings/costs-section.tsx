// What models may cost, and what they did cost: limits that the person sets, and a table of what was used.
import type { AgentDescription, Settings, Spending, UsageView } from '@vos/protocol/entities';
import { useState } from 'react';
import { calendarDay } from '../chat/when.ts';
import { costText, moneyText, shortCostText, tokensText } from '../spending-words.ts';
import { LimitPart } from './limit-part.tsx';
import { Segmented } from './segmented.tsx';
import type { SettingsActions } from './settings-actions.ts';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

type Grouping = 'days' | 'models' | 'agents' | 'conversations';

const groupings: readonly { readonly value: Grouping; readonly title: string }[] = [
  { value: 'days', title: 'Day' },
  { value: 'models', title: 'Model' },
  { value: 'agents', title: 'Agent' },
  { value: 'conversations', title: 'Conversation' },
];

export interface CostsSectionProps {
  readonly settings: Settings;
  /** Undefined until it has come. */
  readonly usage: UsageView | undefined;
  readonly agents: readonly Pick<AgentDescription, 'id' | 'name'>[];
  readonly actions: Pick<SettingsActions, 'change'>;
}

export function CostsSection({ settings, usage, agents, actions }: CostsSectionProps) {
  const [grouping, setGrouping] = useState<Grouping>('days');
  return (
    <>
      <header className="settings-head">
        <div>
          <h3>Costs</h3>
          <p>
            Before a model is asked, the most that it may cost is set aside. What does not fit in these limits is not sent. The
            built-in model and models on this computer are free.
          </p>
        </div>
      </header>
      <div className="group">
        <LimitPart
          title="Daily limit"
          explanation="All conversations together, from midnight to midnight."
          limitUsd={settings.dayLimitUsd}
          onChange={(dayLimitUsd) => actions.change({ dayLimitUsd })}
        />
        <LimitPart
          title="Limit per conversation"
          explanation="One conversation, over all its days, so that none takes what the others need."
          limitUsd={settings.conversationLimitUsd}
          onChange={(conversationLimitUsd) => actions.change({ conversationLimitUsd })}
        />
      </div>
      {usage === undefined ? (
        <p className="hint" role="status">
          Adding up what was used…
        </p>
      ) : (
        <>
          <Today usage={usage} />
          <div className="usage-head">
            <h4>The last 30 days</h4>
            <Segmented label="Grouped by" options={groupings} value={grouping} onChange={setGrouping} />
          </div>
          <UsageTable
            rows={rowsOf(usage, grouping, agents)}
            name={groupings.find(({ value }) => value === grouping)?.title ?? ''}
          />
        </>
      )}
    </>
  );
}

function Today({ usage: { today, days } }: { readonly usage: UsageView }) {
  const { usedMicroUsd, limitMicroUsd } = today;
  const money = usedMicroUsd === 0 ? 'No money used today' : `${moneyText(usedMicroUsd)} used or set aside today`;
  const calls = callsText(days.find(({ day }) => day === today.day));
  if (limitMicroUsd === null) return <p className="usage-today">{`${money} · ${calls}`}</p>;
  const left = Math.max(0, limitMicroUsd - usedMicroUsd);
  const usedPercent = limitMicroUsd === 0 ? 100 : Math.min(100, (usedMicroUsd / limitMicroUsd) * 100);
  return (
    <div className="usage-today">
      <p>{`${money}, ${left === 0 ? 'nothing' : moneyText(left)} left · ${calls}`}</p>
      {/* Not <meter>: what browsers draw inside of one cannot be given a height. */}
      <div
        className="usage-meter"
        role="meter"
        aria-label="Used of the daily limit"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={usedPercent}
      >
        <div style={{ width: `${usedPercent}%` }} />
      </div>
    </div>
  );
}

/** “462 calls, 5.7M tokens”: what is free is used as well. */
function callsText(spending: Spending | undefined): string {
  if (spending === undefined || spending.callCount === 0) return 'no calls';
  const { callCount, inputTokens, outputTokens } = spending;
  const calls = callCount === 1 ? '1 call' : `${callCount.toLocaleString('en')} calls`;
  if (inputTokens === null && outputTokens === null) return calls;
  const tokens = (inputTokens ?? 0) + (outputTokens ?? 0);
  return `${calls}, ${tokens.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })} tokens`;
}

interface UsageRow extends Spending {
  readonly key: string;
  readonly title: string;
}

function UsageTable({ rows, name }: { readonly rows: readonly UsageRow[]; readonly name: string }) {
  if (rows.length === 0) return <p className="hint">No model was asked yet.</p>;
  const dearest = Math.max(1, ...rows.map(({ knownCostMicroUsd }) => knownCostMicroUsd));
  return (
    <table className="usage-table">
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">Calls</th>
          <th scope="col">Tokens</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" title={harmless(row.title)}>
              <Words>{row.title}</Words>
            </th>
            <td>{row.callCount.toLocaleString('en')}</td>
            <td>{tokensText(row)?.replace(/ tokens?$/, '') ?? 'not counted'}</td>
            <td title={row.unknownCostCount === 0 ? undefined : costText(row)}>
              {shortCostText(row)}
              {/* The words beside it say the same. */}
              <span className="usage-bar" aria-hidden="true" style={{ width: `${(row.knownCostMicroUsd / dearest) * 100}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function rowsOf(usage: UsageView, grouping: Grouping, agents: CostsSectionProps['agents']): readonly UsageRow[] {
  switch (grouping) {
    case 'days':
      return usage.days.map((row) => ({ ...row, key: row.day, title: calendarDay(row.day) }));
    case 'models':
      return usage.models.map((row) => ({ ...row, key: row.model, title: row.model }));
    case 'agents':
      return usage.agents.map((row) => ({ ...row, key: row.agentId, title: titleOf(row.agentId, agents) }));
    case 'conversations':
      return usage.conversations.map((row) => ({ ...row, key: row.conversationId, title: row.title }));
  }
}

function titleOf(agentId: string, agents: CostsSectionProps['agents']): string {
  if (agentId === 'trial') return 'Trials in the settings';
  return agents.find(({ id }) => id === agentId)?.name ?? agentId;
}
