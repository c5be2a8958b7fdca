// Encrypts keys of services with the computer's own keychain, where it has one.
import type { SecretsCipher } from '@vos/host';

/** The part of Electron's safeStorage that is used. */
export interface Keychain {
  isEncryptionAvailable(): boolean;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
  encryptString(text: string): Buffer;
  decryptString(bytes: Buffer): string;
}

/**
 * Undefined where there is no real keychain: on Linux without one, `basic_text` encrypts with a password that everybody knows, which is
 * refused. Only to be asked after the app is ready.
 */
export function keychainCipher(keychain: Keychain, platform: NodeJS.Platform): SecretsCipher | undefined {
  if (!keychain.isEncryptionAvailable()) return undefined;
  const backend = platform === 'linux' ? keychain.getSelectedStorageBackend?.() : 'system';
  if (backend === undefined || backend === 'basic_text' || backend === 'unknown') return undefined;
  return {
    async encrypt(text, reference) {
      return keychain.encryptString(JSON.stringify({ reference, text }));
    },
    async decrypt(bytes, reference) {
      // Bound to its name, so that two entries of the file cannot be exchanged.
      const stored: unknown = JSON.parse(keychain.decryptString(bytes));
      const isOurs =
        typeof stored === 'object' &&
        stored !== null &&
        'reference' in stored &&
        stored.reference === reference &&
        'text' in stored;
      if (!isOurs || typeof stored.text !== 'string') throw new Error('This key was stored under another name.');
      return stored.text;
    },
  };
}
