import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names of OpenSSL for hashes, by their length in bytes. */
const hashes: Record<number, string> = { 32: 'sha256', 48: 'sha384', 64: 'sha512' }

/** Signs a digest that was made elsewhere, which node:crypto does not. @param key PEM */
export function signDigest(key: string, digest: Uint8Array, scheme: 'ecdsa' | 'pkcs1' | 'pss'): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'digest-'))
  const [keyPath, digestPath] = [join(folder, 'key.pem'), join(folder, 'digest')]
  writeFileSync(keyPath, key)
  writeFileSync(digestPath, digest)
  const options = [`digest:${hashes[digest.length]}`]
  if (scheme !== 'ecdsa') options.push(`rsa_padding_mode:${scheme}`)
  if (scheme === 'pss') options.push('rsa_pss_saltlen:digest')
  const pkeyopts = options.flatMap((option) => ['-pkeyopt', option])
  try {
    return execFileSync('openssl', ['pkeyutl', '-sign', '-inkey', keyPath, '-in', digestPath, ...pkeyopts])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
