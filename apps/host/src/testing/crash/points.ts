// The named places at which a host is ended. None of them is written into the product: they are read off the steps of the ledger, off the
// frames that leave for the desk, and off what reaches the services outside.
import type { LedgerStep, LedgerStepName } from '@vos/ledger';
import { type Choose, seededChoice, shuffled } from './seeded-choice.ts';

interface PointOf<By extends string> {
  readonly name: string;
  /** Who ends the process. */
  readonly by: By;
  /** The kill comes at one of the first so many times that the place is passed in a life. */
  readonly within: number;
}

/** The host itself, in the middle of its work: nothing runs after it. */
export interface StepPoint extends PointOf<'step'> {
  readonly fits: (step: LedgerStep, phase: Phase) => boolean;
  /** A migration more than the host before had. */
  readonly migrates?: boolean;
}
/** The host itself, when a frame is about to leave for the desk or has just left. */
export interface FramePoint extends PointOf<'frame'> {
  readonly moment: 'before' | 'after';
  readonly fits: (frame: string) => boolean;
}
/** The model service, at a moment of an answer. */
export interface ModelPoint extends PointOf<'model'> {
  readonly moment: 'asked' | 'midway' | 'told';
}
/** The outside service, when it has been asked and not done it, or done it and not answered. */
export interface ServicePoint extends PointOf<'service'> {
  readonly moment: 'asked' | 'done';
}
/** Whoever started it, so many milliseconds later. */
export interface MomentPoint extends PointOf<'moment'> {}

export type Point = StepPoint | FramePoint | ModelPoint | ServicePoint | MomentPoint;

/** A host is recovering until it serves. */
export type Phase = 'recovering' | 'serving';

const opening: readonly StepPoint[] = (['lock-taken', 'file-checked', 'connected', 'migrated'] as const).map((step) => ({
  name: `start: ${step}`,
  by: 'step',
  within: 1,
  fits: ({ name }) => name === step,
}));

const migrating: readonly StepPoint[] = (
  ['backup-written', 'backed-up', 'migration-begun', 'migration-written', 'migration-kept'] as const
).map((step) => ({ name: `migration: ${step}`, by: 'step', within: 1, migrates: true, fits: ({ name }) => name === step }));

const moments: readonly { readonly step: LedgerStepName; readonly word: string }[] = [
  { step: 'commit-written', word: 'before' },
  { step: 'commit-kept', word: 'after' },
  { step: 'commit-told', word: 'told of' },
];

const recovering: readonly StepPoint[] = [{ step: 'commit-begun' as const, word: 'in' }, ...moments].map(({ step, word }) => ({
  name: `recovery: ${word} its commit`,
  by: 'step',
  within: 1,
  fits: ({ name }, phase) => phase === 'recovering' && name === step,
}));

/** What a shared transaction holds, by the statements that wrote it. */
const contents: Readonly<Record<string, RegExp>> = {
  'message of the person': /^INSERT INTO messages/,
  intent: /^INSERT INTO effects/,
  receipt: /^UPDATE effects SET state/,
  charge: /^UPDATE model_calls/,
  acknowledgement: /^UPDATE queue SET state = 'done'/,
  'message to an agent': /^INSERT INTO queue/,
  lease: /^UPDATE queue SET state = 'leased'/,
  'change of a record': /^INSERT INTO outbox/,
  'end of a turn': /^UPDATE turns SET state/,
};

const writing: readonly StepPoint[] = Object.entries(contents).flatMap(([content, pattern]) =>
  moments.map(
    ({ step, word }): StepPoint => ({
      name: `${word} ${content}`,
      by: 'step',
      within: 3,
      fits: ({ name, statements }, phase) =>
        phase === 'serving' && name === step && statements.some((sql) => pattern.test(sql.trimStart())),
    }),
  ),
);

const telling: readonly FramePoint[] = [
  { what: 'answer to a command', pattern: /^\{"kind":"answer"/, within: 4 },
  { what: 'answer of an agent', pattern: /^\{"kind":"event","name":"message\/added".*"kind":"agent"/, within: 2 },
].flatMap(({ what, pattern, within }) =>
  (['before', 'after'] as const).map(
    (moment): FramePoint => ({
      name: `${moment} ${what} leaves`,
      by: 'frame',
      within,
      moment,
      fits: (frame) => pattern.test(frame),
    }),
  ),
);

const asking: readonly ModelPoint[] = [
  { name: 'model: asked, not answered', by: 'model', within: 3, moment: 'asked' },
  { name: 'model: half answered', by: 'model', within: 3, moment: 'midway' },
  { name: 'model: answered', by: 'model', within: 3, moment: 'told' },
];

const doing: readonly ServicePoint[] = [
  { name: 'outside: asked, not done', by: 'service', within: 1, moment: 'asked' },
  { name: 'outside: done, not answered', by: 'service', within: 1, moment: 'done' },
];

/** As a power cut: within the time that a start and some turns take. */
const anywhere: MomentPoint = { name: 'any moment', by: 'moment', within: 700 };

export const points: readonly Point[] = [
  ...opening,
  ...migrating,
  ...recovering,
  ...writing,
  ...telling,
  ...asking,
  ...doing,
  anywhere,
];

/** What came instead when a host had nothing more to do and its place was not reached. */
export const AT_REST = 'at rest';

export interface PlannedKill {
  readonly point: Point;
  /** At which time that the place is passed, from 1 on; of `any moment`, after how many milliseconds. */
  readonly time: number;
}

/** The kill of this number, the same again for the same seed: all places in a random order, then all of them in another. */
export function plannedKill(seed: number, number: number): PlannedKill {
  const round = Math.floor(number / points.length);
  const point = shuffled(points, seededChoice(seed, 2 * round))[number % points.length];
  if (point === undefined) throw new Error('Broken assumption: there is a point at every place of the order');
  const choose: Choose = seededChoice(seed, 2 * number + 1);
  return { point, time: 1 + choose(point.within) };
}
