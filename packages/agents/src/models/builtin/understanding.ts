// Compares a request with the examples. Uses the embedder while it works and goes by shared words alone while it does not.
import type { Embedder } from '@vos/base';
import type { Agent } from '../../sdk/agent.ts';
import { createClassifier, type Classifier, type Vote } from './classifier.ts';
import { labelledExamples } from './examples.ts';
import { READ_LIMIT } from './words.ts';

export interface Understanding {
  /** The votes for each text, in order; asks the embedder at most once, and not at all for texts it has just seen. */
  compare(texts: readonly string[], owner?: string): Promise<readonly (readonly Vote[])[]>;
}

export interface UnderstandingOptions {
  readonly embedder: Embedder;
  readonly agents: readonly Agent[];
  /** Vectors of `collectExamples(agents)`, computed beforehand. */
  readonly exampleVectors?: Promise<readonly Float32Array[]> | undefined;
}

/** A request is compared by the primary agent and again by the colleague it goes to; a few conversations may run side by side. */
const REMEMBERED_TEXTS = 64;

export function createUnderstanding({ embedder, agents, exampleVectors }: UnderstandingOptions): Understanding {
  const examples = labelledExamples(agents);
  const remembered = new Map<string, Float32Array>();
  let byWords: Promise<Classifier> | undefined;
  let byMeaning: Promise<Classifier> | undefined;
  let prepared = exampleVectors;
  // A rejection is dealt with when the first request comes, which may be later than the rejection.
  prepared?.catch(() => {});

  async function learn(): Promise<Classifier> {
    const given = prepared;
    prepared = undefined;
    let vectors = given === undefined ? undefined : await given.catch(() => undefined);
    if (vectors?.length !== examples.length) vectors = await embedder.embed(examples.map(({ text }) => text));
    return createClassifier(examples, vectors);
  }

  /** Undefined while the embedder cannot be used; the next request tries it again. */
  async function classifierByMeaning(): Promise<Classifier | undefined> {
    const learning = (byMeaning ??= learn());
    try {
      return await learning;
    } catch {
      if (byMeaning === learning) byMeaning = undefined;
      return undefined;
    }
  }

  async function vectorsOf(texts: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
    const missing = [...new Set(texts)].filter((text) => !remembered.has(text));
    if (missing.length > 0) {
      try {
        const fresh = await embedder.embed(missing);
        missing.forEach((text, index) => {
          const vector = fresh[index];
          if (vector !== undefined) remembered.set(text, vector);
        });
      } catch {
        return texts.map(() => undefined);
      }
    }
    const found = texts.map((text) => remembered.get(text));
    for (const text of remembered.keys()) {
      if (remembered.size <= REMEMBERED_TEXTS) break;
      remembered.delete(text);
    }
    return found;
  }

  return {
    async compare(texts, owner) {
      const read = texts.map((text) => text.slice(0, READ_LIMIT).trim());
      const classifier = await classifierByMeaning();
      if (classifier === undefined) {
        const words = await (byWords ??= createClassifier(examples, undefined));
        return read.map((text) => words.classify(text, undefined, owner));
      }
      const vectors = await vectorsOf(read);
      return read.map((text, index) => classifier.classify(text, vectors[index], owner));
    },
  };
}
