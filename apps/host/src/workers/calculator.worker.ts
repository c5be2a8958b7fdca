// Does the calculator's sums in a thread of its own, so that one that would never end can be cut off.
import { evaluateRequest } from '@vos/agents/calculator';
import { answerQuestions } from './worker-port.ts';

await answerQuestions(async () => (request: Parameters<typeof evaluateRequest>[0]) => ({ answer: evaluateRequest(request) }));
