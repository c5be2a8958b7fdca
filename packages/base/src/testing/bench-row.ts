/** One line of the table that `npm run bench` prints. */
export interface BenchRow {
  readonly name: string;
  /** What was measured, with its unit. */
  readonly figure: string;
  /** What it is held against. */
  readonly target: string;
}
