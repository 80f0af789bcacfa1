import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { env } from '#lib/core/env'
import type { KeySource } from '#lib/core/key-variables'
import { verifyStoredFile } from '#lib/signing/verify/verify'
import { addCompleted } from '#lib/testing/records/completed'
import { loadVaultRows } from '#lib/testing/records/signing-session'
import { openKms } from '#lib/testing/servers/kms'
import { initToken, isSofthsmInstalled, softhsmModule } from '#lib/testing/servers/softhsm'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import {
  type CertificateFiles,
  makeCertificateChain,
  toPem,
  toPrivatePem,
} from '#lib/testing/values/certificate-files'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterEach(() => {
  env().keys = { seal: null, authority: null }
  vi.unstubAllEnvs()
})

/** Signs and seals a process with these keys, and judges the stored file. */
async function expectSealed(makeSource: (name: string, files: CertificateFiles) => Promise<KeySource>) {
  const { authority, seal } = await makeCertificateChain('P-256')
  env().keys = {
    seal: await makeSource('seal', seal),
    authority: await makeSource('authority', authority),
  }
  const process = await addCompleted(tenant)
  const [row] = await loadVaultRows(tenant, process.id)
  const stored = { filename: 'a.pdf', size: 1, sha256: row!.sha256 }
  const { valid, signatures } = await verifyStoredFile(tenant.ctx, stored)
  expect(valid).toBe(true)
  expect(signatures.map(({ signer, issuer }) => [signer, issuer])).toEqual([
    ['City Seal', 'City Authority'],
    ...process.signers.map(({ name }) => [name, 'City Authority']),
    ['City Seal', 'City Authority'],
  ])
  for (const signature of signatures)
    expect(signature).toMatchObject({ indication: 'TOTAL_PASSED', trusted: true, issued_here: true })
}

describe('a process is signed and sealed from its beginning to its end', () => {
  const inSofthsm = isSofthsmInstalled()
    ? 'with keys in an HSM (SoftHSM)'
    : 'with keys in an HSM: skipped, as softhsm2 or the package pkcs11js is not installed'
  it.skipIf(!isSofthsmInstalled())(inSofthsm, async () => {
    const pin = '567890'
    const { importKey } = initToken('process', pin)
    await expectSealed(async (object, files) => {
      const certificates = await importKey(object, files)
      return { type: 'pkcs11', module: softhsmModule!, token: 'process', object, pin, certificates }
    })
  })

  it('with keys in a KMS', async () => {
    const toArn = (name: string) => `arn:aws:kms:eu-central-1:111122223333:key/${name}`
    const keys: Record<string, string> = {}
    const kms = await openKms(keys)
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url)
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    await expectSealed(async (name, files) => {
      keys[toArn(name)] = await toPrivatePem(files)
      const certificates = join(tmpdir(), `${name}.pem`)
      writeFileSync(certificates, toPem([files.certificate, ...files.chain]))
      return { type: 'kms', arn: toArn(name), region: 'eu-central-1', certificates }
    })
    kms.close()
  })
})
