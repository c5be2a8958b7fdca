import { describe, expect, it } from 'vitest';
import { addCounts, countPlaywright, countRunner, countVitest, summaryLine } from './test-counts.mjs';

const vitestReport = {
  numTotalTests: 10,
  numPassedTests: 7,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
};

describe('the last line of npm test', () => {
  it('sums the runners, and names skipped tests only when there are any', () => {
    expect(summaryLine(addCounts({ passed: 3, failed: 0, skipped: 0 }, { passed: 4, failed: 1, skipped: 0 }))).toBe(
      '7 passed, 1 failed',
    );
    expect(summaryLine({ passed: 7, failed: 0, skipped: 2 })).toBe('7 passed, 0 failed, 2 skipped');
  });

  it('counts a file that could not be loaded, and a test that never ended, as failures', () => {
    expect(countVitest(vitestReport)).toEqual({ passed: 7, failed: 1, skipped: 2 });
    expect(countVitest({ ...vitestReport, testResults: [{ status: 'failed', assertionResults: [] }] }).failed).toBe(2);
    expect(countVitest({ ...vitestReport, numTotalTests: 13 }).failed).toBe(4);
  });

  it('counts a test that passed only when repeated as failed', () => {
    expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }, errors: [] })).toEqual({
      passed: 5,
      failed: 2,
      skipped: 1,
    });
  });

  it('counts a runner that crashed, left no report or ran nothing as one failure', () => {
    const count = (report: { passed: number; failed: number; skipped: number }) => report;
    expect(countRunner({ exitCode: 0, report: undefined, count })).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countRunner({ exitCode: 139, report: { passed: 5, failed: 0, skipped: 0 }, count })).toEqual({
      passed: 5,
      failed: 1,
      skipped: 0,
    });
    expect(countRunner({ exitCode: 1, report: { passed: 5, failed: 2, skipped: 0 }, count })).toEqual({
      passed: 5,
      failed: 2,
      skipped: 0,
    });
    expect(countRunner({ exitCode: 0, report: { passed: 0, failed: 0, skipped: 0 }, count })).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    });
    expect(countRunner({ exitCode: 0, report: { passed: 5, failed: 0, skipped: 0 }, count })).toEqual({
      passed: 5,
      failed: 0,
      skipped: 0,
    });
  });
});
