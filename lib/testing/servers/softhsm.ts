import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CertificateFiles, toPem, toPrivatePem } from '../values/certificate-files.ts'

export const softhsmModule = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
].find(existsSync)

/** The package is optional, and SoftHSM is not everywhere. */
export function isSofthsmInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('pkcs11js')
  } catch {
    return false
  }
  return softhsmModule !== undefined && spawnSync('softhsm2-util', ['--version']).error === undefined
}

/** A new token of SoftHSM below the temporary folder, which the tests remove. */
export function initToken(token: string, pin: string) {
  const configuration = join(tmpdir(), 'softhsm2.conf')
  mkdirSync(join(tmpdir(), 'tokens'), { recursive: true })
  writeFileSync(configuration, `directories.tokendir = ${join(tmpdir(), 'tokens')}\n`)
  process.env.SOFTHSM2_CONF = configuration
  const run = (...args: string[]) => execFileSync('softhsm2-util', args, { stdio: 'pipe' })
  run('--init-token', '--free', '--label', token, '--so-pin', '123456', '--pin', pin)
  let count = 0
  return {
    /** Imports a key under this label. @returns the path of its certificates */
    async importKey(label: string, files: CertificateFiles, id = `0${count++}`): Promise<string> {
      const [keyPath, certificates] = [join(tmpdir(), `${label}.key`), join(tmpdir(), `${label}.pem`)]
      writeFileSync(keyPath, await toPrivatePem(files))
      writeFileSync(certificates, toPem([files.certificate, ...files.chain]))
      run('--import', keyPath, '--token', token, '--label', label, '--id', id, '--pin', pin)
      return certificates
    },
  }
}
