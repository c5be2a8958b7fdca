// The command line of `npm start`.
import { CodedError } from '@vos/base';
import { parseArgs } from 'node:util';

export interface StartOptions {
  readonly dataFolder: string | undefined;
  readonly port: number | undefined;
  readonly opensBrowser: boolean;
}

export const USAGE = `Usage: npm start -- [options]

  --data FOLDER   where your data lives (VOS_DATA)
  --browser       serve the desk to a browser where it would open as an app
  --port NUMBER   port on this machine; 0 for any free one
  --no-open       do not open a browser
  --help          this text
`;

/** Throws `options-invalid`, with the sentence that the person reads. */
export function readOptions(given: readonly string[]): StartOptions | 'help' {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { data: { type: 'string' }, port: { type: 'string' }, 'no-open': { type: 'boolean' }, help: { type: 'boolean' } },
    }));
  } catch (error) {
    throw new CodedError(
      'options-invalid',
      `${error instanceof Error ? error.message : 'The options could not be read.'}\n\n${USAGE}`,
    );
  }
  if (values.help === true) return 'help';
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new CodedError('options-invalid', `“${values.port}” is no port: a number from 0 to 65535 is.`);
  }
  return { dataFolder: values.data, port, opensBrowser: values['no-open'] !== true };
}
