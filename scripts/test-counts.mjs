// Reads how many tests passed and failed out of the runners' JSON reports, and adds them up.

export const noTests = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(...counts) {
  return counts.reduce(
    (sum, count) => ({
      passed: sum.passed + count.passed,
      failed: sum.failed + count.failed,
      skipped: sum.skipped + count.skipped,
    }),
    noTests,
  );
}

/** `12 passed, 0 failed`, followed by the skipped ones where there are any. */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A report of vitest's json reporter. A file that could not be loaded has no tests to count, and is one failure; so is each test that
 * never came to an end because its process died.
 */
export function countVitest(report) {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const skipped = report.numPendingTests + report.numTodoTests;
  const unfinished = Math.max(0, report.numTotalTests - report.numPassedTests - report.numFailedTests - skipped);
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded + unfinished, skipped };
}

/** A report of Playwright's json reporter. A test that passed only when repeated is a failure: it cannot be relied on. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/** What a runner's outcome counts for: its report, and one failure more if it ended badly without counting any or left no report. */
export function countRunner({ exitCode, report, count }) {
  if (report === undefined) return { ...noTests, failed: 1 };
  const counts = count(report);
  const isUncounted = exitCode !== 0 && counts.failed === 0;
  const isEmpty = counts.passed + counts.failed + counts.skipped === 0;
  return isUncounted || isEmpty ? addCounts(counts, { ...noTests, failed: 1 }) : counts;
}
