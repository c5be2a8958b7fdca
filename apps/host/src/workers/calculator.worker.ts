// Does the calculator's sums in a thread of its own, so that one that would never end can be cut off.
import { evaluateRequest } from '@vos/agents/calculator';
import { answerQuestions } from './worker-port.ts';

await answerQuestions(async () => {
  // The library builds its parser for the first sum. This one is asked by nobody, and so nobody waits for it.
  evaluateRequest({ name: 'basic_calculation', expression: '15% * 80' });
  return (request: Parameters<typeof evaluateRequest>[0]) => ({ answer: evaluateRequest(request) });
});
