import { describe, expect, it } from 'vitest';
import { keychainCipher, type Keychain } from './keychain-cipher.ts';

/** Turns the bytes round: enough to see whether text went through it. */
function keychain(difference: Partial<Keychain> = {}): Keychain {
  return {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptString: (text) => Buffer.from(text).reverse(),
    decryptString: (bytes) => Buffer.from(bytes).reverse().toString(),
    ...difference,
  };
}

describe('a key in the keychain of the computer', () => {
  it('comes back under its own name', async () => {
    const cipher = keychainCipher(keychain(), 'linux');
    const bytes = await cipher?.encrypt('sk-123 🗝', 'openai');
    expect(bytes?.toString()).not.toContain('sk-123');
    expect(await cipher?.decrypt(bytes ?? Buffer.from(''), 'openai')).toBe('sk-123 🗝');
  });

  it('does not come back under another name, or from something else', async () => {
    const cipher = keychainCipher(keychain(), 'darwin');
    const bytes = (await cipher?.encrypt('sk-123', 'openai')) ?? Buffer.from('');
    await expect(cipher?.decrypt(bytes, 'groq')).rejects.toThrow('another name');
    await expect(cipher?.decrypt(Buffer.from('garbage'), 'openai')).rejects.toThrow('JSON');
  });

  it.each(['basic_text', 'unknown'])('is not trusted to %s, which everybody can read', (backend) => {
    expect(keychainCipher(keychain({ getSelectedStorageBackend: () => backend }), 'linux')).toBeUndefined();
  });

  it('is not kept where there is no encryption', () => {
    expect(keychainCipher(keychain({ isEncryptionAvailable: () => false }), 'win32')).toBeUndefined();
  });
});
