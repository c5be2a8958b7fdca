import { describe, expect, it } from 'vitest';
import { addressOf, linkAmong } from './deep-link.ts';

describe('a link from another program', () => {
  it('is found among the arguments of a start', () => {
    expect(linkAmong(['electron', '--no-sandbox', 'apps/desktop', 'vos://open/notes'])).toBe('vos://open/notes');
    expect(linkAmong(['electron', 'apps/desktop', '--data', '/tmp/vos'])).toBeUndefined();
  });

  it.each([
    ['vos://open/notes', 'vos-app://desk/index.html#open=notes'],
    ['vos://open/notes/', 'vos-app://desk/index.html#open=notes'],
  ])('shows the window it names: %s', (link, address) => {
    expect(addressOf(link)).toBe(address);
  });

  it.each([
    undefined,
    'vos://',
    'vos://open/',
    'vos://send?text=hello',
    'vos://open/notes#x',
    'vos://open/../x',
    'https://example.com',
    `vos://open/${'x'.repeat(50)}`,
  ])('of any other form shows the desk: %s', (link) => {
    expect(addressOf(link)).toBe('vos-app://desk/index.html');
  });
});
