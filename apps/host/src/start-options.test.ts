import { describe, expect, it } from 'vitest';
import { readOptions, USAGE } from './start-options.ts';

describe('the command line of npm start', () => {
  it('names the folder and the port, and opens a browser unless it is told not to', () => {
    expect(readOptions([])).toEqual({ dataFolder: undefined, port: undefined, opensBrowser: true });
    expect(readOptions(['--data', '/home/me/vos', '--port', '0', '--no-open'])).toEqual({
      dataFolder: '/home/me/vos',
      port: 0,
      opensBrowser: false,
    });
    expect(readOptions(['--help'])).toBe('help');
  });

  it.each(['http', '70000', '-1', '80.5'])('refuses “%s” as a port with a sentence', (port) => {
    expect(() => readOptions([`--port=${port}`])).toThrow(`“${port}” is no port: a number from 0 to 65535 is.`);
  });

  it('names an option that there is not, and lists those that there are', () => {
    expect(() => readOptions(['--colour', 'blue'])).toThrow(/'--colour'[\s\S]*Usage: npm start/);
    expect(USAGE).toContain('--no-open');
  });
});
