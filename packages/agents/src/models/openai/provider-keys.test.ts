import { afterEach, describe, expect, it, vi } from 'vitest';
import { createModelServer, type ModelServer, type ModelServerOptions } from '../../testing/model-server/model-server.ts';
import { ask, KEY, providerOf, tell } from '../../testing/model-server/asked-service.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await createModelServer(options);
  servers.push(server);
  return server;
}

describe('a key', () => {
  it('that is refused or missing is said without the key', async () => {
    const server = await serve({ key: 'sk-another' });
    await expect(ask(providerOf(server))).rejects.toMatchObject({
      code: 'model-key-refused',
      message: 'OpenAI refused the key. Check that it is complete and still valid, or choose another model.',
      retryable: false,
      detail: { status: 401, retryAfterMs: null },
    });
    await expect(ask(providerOf(server, { apiKey: () => ' ' }))).rejects.toMatchObject({
      code: 'model-key-missing',
      retryable: false,
    });
  });

  // The test server repeats the key it was given in its refusal, and so do some proxies.
  it('is in no error and no log, whatever the service says', async () => {
    const written: unknown[] = [];
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, method).mockImplementation((...parts) => void written.push(parts));
    vi.stubEnv('OPENAI_LOG', 'debug');
    const refusing = await serve({ key: 'sk-another' });
    const echoing = await serve();
    const failures: unknown[] = [];
    for (const status of [400, 403, 404, 422, 429, 500]) {
      echoing.plan({ fault: 'error', status, message: `No: Bearer ${KEY} and sk-proj-another_key_99 are odd` });
      failures.push(await ask(providerOf(echoing)).catch((error: unknown) => error));
    }
    failures.push(await ask(providerOf(refusing)).catch((error: unknown) => error));
    failures.push(await ask(providerOf(refusing, { apiKey: () => `${KEY}\nx-evil: 1` })).catch((error: unknown) => error));
    failures.push(
      await ask(providerOf(refusing, { fetch: () => Promise.reject(new TypeError(`cannot send Bearer ${KEY}`)) })).catch(
        (error: unknown) => error,
      ),
    );
    vi.restoreAllMocks();
    expect(failures.map((failure) => (failure as { code?: string }).code)).toEqual([
      'model-refused',
      'model-refused',
      'model-unknown',
      'model-refused',
      'model-busy',
      'model-unavailable',
      'model-key-refused',
      'model-key-refused',
      'model-unavailable',
    ]);
    const said = [failures, written]
      .flat()
      .map((value) => everythingIn(value))
      .join('\n');
    expect(said).not.toContain(KEY);
    expect(said).not.toContain('another_key_99');
    expect(written).toEqual([]);
  });

  // The library falls back to the environment: a local model, or a stranger's service, would have been sent the key meant for OpenAI.
  it('and headers in the environment are sent to nobody', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-from-the-environment');
    vi.stubEnv('OPENAI_ADMIN_KEY', 'sk-admin-from-the-environment');
    vi.stubEnv('OPENAI_ORG_ID', 'org-from-the-environment');
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-from-the-environment');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-secret: from-the-environment');
    const server = await serve();
    server.plan(tell);
    await ask(providerOf(server, { apiKey: () => undefined }));
    expect(JSON.stringify(server.headers)).not.toContain('from-the-environment');
    expect(Object.keys(server.headers[0] ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'content-length',
      'content-type',
      'host',
      'sec-fetch-mode',
      'user-agent',
    ]);
  });
});

/** All text reachable from a value, what only a debugger would show included. */
function everythingIn(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value)) return '';
  seen.add(value);
  const parts = Object.getOwnPropertyNames(value).map((name) => everythingIn((value as Record<string, unknown>)[name], seen));
  return value instanceof Headers ? [...parts, ...[...value].flat()].join('\n') : parts.join('\n');
}
