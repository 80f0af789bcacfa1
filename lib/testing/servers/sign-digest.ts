import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Signs a digest that was made elsewhere, which node:crypto does not. @param key PEM */
export function signDigest(key: string, digest: Uint8Array, isRsa: boolean): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'digest-'))
  const [keyPath, digestPath] = [join(folder, 'key.pem'), join(folder, 'digest')]
  writeFileSync(keyPath, key)
  writeFileSync(digestPath, digest)
  const hash = digest.length === 48 ? 'sha384' : 'sha256'
  const options = isRsa ? ['-pkeyopt', 'rsa_padding_mode:pkcs1', '-pkeyopt', `digest:${hash}`] : []
  return execFileSync('openssl', ['pkeyutl', '-sign', '-inkey', keyPath, '-in', digestPath, ...options])
}
