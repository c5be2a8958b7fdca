// Encryption of keys for a host without a keychain: AES-256-GCM under a key that the person keeps in the environment.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import type { SecretsCipher } from './secrets.ts';

/** Bytes: salt of the key, nonce, authentication tag; then the ciphertext. */
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** People choose words; this makes each guess cost 0.1 s and 32 MB, and is paid once a start. */
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;

/** `passphrase` is VOS_SECRET_KEY: anything of any length, best a long random text. */
export function passphraseCipher(passphrase: string): SecretsCipher {
  const keys = new Map<string, Promise<Buffer>>();
  const ownSalt = randomBytes(SALT_BYTES);

  function keyFor(salt: Buffer): Promise<Buffer> {
    const name = salt.toString('hex');
    const known = keys.get(name);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    scrypt(passphrase, salt, 32, SCRYPT, (error, key) => (error === null ? resolve(key) : reject(error)));
    keys.set(name, promise);
    return promise;
  }

  return {
    async encrypt(text, reference) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', await keyFor(ownSalt), nonce);
      // Bound to its name, so that two entries of the file cannot be exchanged.
      cipher.setAAD(Buffer.from(reference));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([ownSalt, nonce, cipher.getAuthTag(), ciphertext]);
    },
    async decrypt(bytes, reference) {
      const salt = bytes.subarray(0, SALT_BYTES);
      const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
      const tag = bytes.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', await keyFor(salt), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(reference));
      decipher.setAuthTag(tag);
      const ciphertext = bytes.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
  };
}
