import { describe, expect, it } from 'vitest';
import { isDeskFrame, mayHave, mayOpenOutside } from './page-rules.ts';

const desk = 'vos-app://desk/index.html';

describe('who may talk to the main process', () => {
  it('is our own page', () => {
    expect(isDeskFrame({ url: desk, parent: null })).toBe(true);
    expect(isDeskFrame({ url: `${desk}#open=notes`, parent: null })).toBe(true);
  });

  it.each([
    ['a frame inside our page', { url: desk, parent: {} }],
    ['another page', { url: 'https://example.com/', parent: null }],
    ['a page whose name begins like ours', { url: 'vos-app://desk.example.com/index.html', parent: null }],
    ['another host of our scheme', { url: 'vos-app://other/index.html', parent: null }],
    ['a file', { url: 'file:///index.html', parent: null }],
    ['an empty page', { url: 'about:blank', parent: null }],
    ['a page that is gone', null],
  ])('is not %s', (_, frame) => {
    expect(isDeskFrame(frame)).toBe(false);
  });
});

describe('a permission', () => {
  const asked = { name: 'media', from: 'vos-app://desk/', isMainFrame: true, media: ['audio'] };

  it('is given for the microphone and for copying text, to our own page', () => {
    expect(mayHave(asked)).toBe(true);
    expect(mayHave({ ...asked, from: 'vos-app://desk' })).toBe(true);
    expect(mayHave({ ...asked, name: 'clipboard-sanitized-write', media: [] })).toBe(true);
  });

  it.each([
    ['the camera', { media: ['video'] }],
    ['the camera beside the microphone', { media: ['audio', 'video'] }],
    ['something to record that is not named', { media: [] }],
    ['another page', { from: 'https://example.com' }],
    ['a frame inside our page', { isMainFrame: false }],
    ['the place of the person', { name: 'geolocation' }],
    ['notifications', { name: 'notifications' }],
    ['reading the clipboard', { name: 'clipboard-read' }],
    ['a serial port', { name: 'serial' }],
  ])('is denied for %s', (_, difference) => {
    expect(mayHave({ ...asked, ...difference })).toBe(false);
  });
});

describe('a link to the web', () => {
  it.each(['https://open-meteo.com/', 'http://127.0.0.1:8080/a?b=c#d'])('opens outside after a press: %s', (address) => {
    expect(mayOpenOutside(address, 20)).toBe(true);
  });

  it('opens nothing when nobody pressed anything', () => {
    expect(mayOpenOutside('https://open-meteo.com/', 1_001)).toBe(false);
    expect(mayOpenOutside('https://open-meteo.com/', Number.POSITIVE_INFINITY)).toBe(false);
  });

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'vos-app://desk/',
    'data:text/html,x',
    'mailto:a@b.c',
    'https://user:secret@example.com/',
    'no address',
  ])('of another kind stays closed: %s', (address) => {
    expect(mayOpenOutside(address, 20)).toBe(false);
  });
});
