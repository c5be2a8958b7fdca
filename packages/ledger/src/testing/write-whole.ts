import { writeSync } from 'node:fs';

/** Has written all of it to the standard output when it returns, so that nothing said is lost when the process is ended. A pipe that is full says so; its reader comes. */
export function writeWhole(text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
