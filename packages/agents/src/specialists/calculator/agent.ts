// The calculator agent: sums, statistics, chance and units.
import type { Agent } from '../../sdk/agent.ts';
import { arithmeticTools } from './arithmetic-tools.ts';
import type { Calculator } from './calculator.ts';
import examples from './examples.json' with { type: 'json' };
import { numberTools } from './number-tools.ts';
import { withClearNumbers } from './number-writing.ts';
import type { Random } from './random.ts';
import { randomTools } from './random-tools.ts';
import { unitTools } from './unit-tools.ts';
import { vectorTools } from './vector-tools.ts';

export interface CalculatorServices {
  readonly calculator: Calculator;
  readonly random: Random;
}

export function createCalculatorAgent({ calculator, random }: CalculatorServices): Agent {
  return {
    id: 'calculator_agent',
    name: 'Calculator agent',
    icon: 'calculator',
    purpose:
      'Works out sums, percentages, statistics, number puzzles and vectors, converts units, rolls dice and draws at random.',
    prompt: PROMPT,
    suggestions: ['What is 15% of 80?', 'Convert 3 miles to km', 'Average of 3, 4 and 8'],
    tools: [
      ...[...arithmeticTools(calculator), ...numberTools(calculator), ...randomTools(random), ...vectorTools(calculator)].map(
        withClearNumbers,
      ),
      ...unitTools(calculator),
    ],
    examples,
  };
}

const PROMPT = `You are the calculator agent of VOS. Colleagues send you questions about numbers.
Never calculate in your head: use a tool for every number you report, also for the simplest sum.
Report the result as the tool gives it. Say when it is rounded. Where a question has several steps, take them one tool call at a time.
If something needed is missing, ask for exactly that. Answer the colleague who asked with send_agent_message, in one or two plain sentences.`;
