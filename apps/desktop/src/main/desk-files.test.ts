import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskFiles } from './desk-files.ts';

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'vos-files-'));
  mkdirSync(join(parent, 'renderer', 'assets'), { recursive: true });
  mkdirSync(join(parent, 'renderer-secret'));
  writeFileSync(join(parent, 'renderer', 'index.html'), '<!doctype html>');
  writeFileSync(join(parent, 'renderer', 'assets', 'a b.js'), 'export {};');
  writeFileSync(join(parent, 'renderer', 'notes.sqlite'), 'of no known type');
  writeFileSync(join(parent, 'secret.txt'), 'secret');
  writeFileSync(join(parent, 'renderer-secret', 'secret.txt'), 'secret');
});
afterEach(() => rmSync(parent, { recursive: true }));

async function get(url: string, method = 'GET') {
  const response = await createDeskFiles(join(parent, 'renderer'))({ url, method });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text(), response };
}

describe('the files of the desk', () => {
  it('are given with their type and with the policy of the page', async () => {
    const page = await get('vos-app://desk/index.html');
    expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', text: '<!doctype html>' });
    const policy = page.response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
    expect(await get('vos-app://desk/')).toMatchObject({ status: 200, text: '<!doctype html>' });
    expect(await get('vos-app://desk/assets/a%20b.js?v=1')).toMatchObject({
      status: 200,
      type: 'text/javascript; charset=utf-8',
    });
  });

  it.each([
    'vos-app://desk/missing.js',
    'vos-app://desk/assets',
    'vos-app://desk/notes.sqlite',
    'vos-app://desk/%2e%2e/secret.txt',
    'vos-app://desk/..%2fsecret.txt',
    'vos-app://desk/..%5csecret.txt',
    'vos-app://desk/..%2frenderer-secret%2fsecret.txt',
    'vos-app://desk/%00index.html',
    'vos-app://desk/%E0%A4%A',
    'vos-app://other/index.html',
    'file:///etc/hostname',
  ])('are all there is: %s', async (url) => {
    expect(await get(url)).toMatchObject({ status: 404, text: 'There is nothing here.\n' });
  });

  it('are only read', async () => {
    expect((await get('vos-app://desk/index.html', 'POST')).status).toBe(404);
  });
});
