// The weights step as a process of its own, because it needs a newer Node than the one set-up starts on.
import { installWeights } from './weights.mjs';

await installWeights();
