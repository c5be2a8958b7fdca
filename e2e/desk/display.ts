// A display for the windows of one worker. On a shared one a window that opens elsewhere takes the focus and sends movements of the
// display's own mouse, which nobody holds down, into the middle of a drag.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Display {
  /** What a program needs to open its windows there. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The one that is there, unless VOS_DISPLAY_COMMAND says how a program is given another: JSON, the beginning of a command. */
export async function openDisplay(): Promise<Display> {
  const [command, ...parameters] = JSON.parse(process.env['VOS_DISPLAY_COMMAND'] ?? '[]') as string[];
  if (command === undefined) return { environment: {}, close: async () => undefined };
  const told = 'console.log(JSON.stringify([process.env.DISPLAY, process.env.XAUTHORITY])); process.stdin.resume()';
  const child = spawn(command, [...parameters, process.execPath, '-e', told], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const [display, authority] = JSON.parse(line.toString()) as [string, string];
  return {
    environment: { DISPLAY: display, XAUTHORITY: authority },
    async close() {
      child.stdin.end();
      await closed;
    },
  };
}
