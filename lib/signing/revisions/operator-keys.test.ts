import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Extension } from '@peculiar/x509'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { registry } from '#lib/core/runtime/metrics'
import { getKeyId } from '#lib/keys/certificates'
import { makeKeyPair } from '#lib/keys/key-pair'
import { makeRevocationList } from '#lib/keys/make-revocation-list'
import { checkOperatorKeys, listOperatorKeyEnds, registerKeyMetrics } from '#lib/keys/operator-keys'
import { loadRevocationList } from '#lib/keys/revocation-lists'
import { getTrust, getTrustFile } from '#lib/keys/trust'
import { verifyPdf } from '#lib/pades/verify'
import { getProcess } from '#lib/processes/get'
import { enterSigning } from '#lib/signing/enter'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { verifyStoredFile } from '#lib/signing/verify/verify'
import { addCompleted } from '#lib/testing/records/completed'
import { getSealingKey } from '#lib/testing/records/sealing-key'
import {
  addSentProcess,
  loadFiles,
  loadVaultRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { openKms } from '#lib/testing/servers/kms'
import { withStampers } from '#lib/testing/servers/stamper'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import {
  type CertificateFiles,
  type KeyType,
  makeCertificateChain,
  makeCertificateFiles,
  toPem,
  toPrivatePem,
  writePkcs12,
} from '#lib/testing/values/certificate-files'

const password = 'open sesame'
const own = { seal: null, authority: null }
let tenant: TestTenant

beforeAll(async () => {
  tenant = await makeTenant()
})
afterEach(() => {
  env().keys = own
  env().trustedRoots = null
  env().trustAllowedHosts = []
  vi.unstubAllEnvs()
})

/** Brings keys of this type for both uses, as `SEAL_KEY` and `AUTHORITY_KEY`. */
async function bringKeys(type: KeyType) {
  const chain = await makeCertificateChain(type)
  env().keys = {
    seal: { type: 'pkcs12', path: await writePkcs12(chain.seal, password), password },
    authority: { type: 'pkcs12', path: await writePkcs12(chain.authority, password), password },
  }
  return chain
}

async function verifySealed(processId: number) {
  const [row] = await loadVaultRows(tenant, processId)
  return verifyStoredFile(tenant.ctx, { filename: 'a.pdf', size: 1, sha256: row!.sha256 })
}

const names = (file: Uint8Array) =>
  verifyPdf(file).then(({ signatures }) =>
    signatures.map(({ signerName, issuerName }) => [signerName, issuerName]),
  )

describe('with keys that the operator brings as PKCS#12', () => {
  it('the metrics say when their certificates end', async () => {
    const { seal, authority } = await bringKeys('P-256')
    registerKeyMetrics()
    const { values } = await registry.getSingleMetric('paraph_certificate_end_timestamp_seconds')!.get()
    const endOf = ({ certificate }: { certificate: Uint8Array }) =>
      new X509Certificate(certificate).validToDate.getTime() / 1000
    expect(values).toEqual([
      { labels: { key: 'SEAL_KEY' }, value: endOf(seal) },
      { labels: { key: 'AUTHORITY_KEY' }, value: endOf(authority) },
    ])
  })

  it('the metrics say when the issuer of one ends, where that is before', async () => {
    const { root } = await makeCertificateChain()
    const notAfter = new Date('2030-01-01')
    const issuer = await makeCertificateFiles('Short Authority', {
      issuer: root,
      ...{ isAuthority: true, notAfter },
    })
    const seal = await makeCertificateFiles('Long Seal', { issuer })
    env().keys = {
      ...own,
      seal: { type: 'pkcs12', path: await writePkcs12(seal, password), password },
    }
    expect(await listOperatorKeyEnds()).toEqual([{ name: 'SEAL_KEY', notAfter }])
  })

  it.each<KeyType>(['RSA 2048', 'P-384'])(
    'of the type %s, the seal signs for the platform and the authority issues the signers’ certificates',
    async (type) => {
      await bringKeys(type)
      const process = await addCompleted(tenant)
      expect(process.status).toBe('completed')
      const [file] = await loadFiles(tenant, process.id)
      const signers = process.signers.map(({ name }) => [name, 'City Authority'])
      expect(await names(file!)).toEqual([
        ['City Seal', 'City Authority'],
        ...signers,
        ['City Seal', 'City Authority'],
      ])
      const { valid, signatures } = await verifySealed(process.id)
      expect(valid).toBe(true)
      for (const signature of signatures)
        expect(signature).toMatchObject({ indication: 'TOTAL_PASSED', trusted: true, issued_here: true })
    },
  )

  it('the list of trust has our own roots only; the revocation list of the authority is served', async () => {
    const { authority, root } = await bringKeys('P-256')
    await addCompleted(tenant)
    const { roots } = await getTrust()
    expect(roots.map(({ subject }) => subject)).not.toContain('CN=City Root')
    const keyId = getKeyId(authority.certificate)
    const { body } = await getTrustFile(`${keyId}.crl`, now())
    const { X509Crl } = await import('@peculiar/x509')
    expect(new X509Crl(new Uint8Array(body)).issuer).toBe('CN=City Authority')
    expect((await getTrustFile(`${keyId}.crt`, now())).body).toEqual(authority.certificate)
    await expect(getTrustFile(`${getKeyId(root.certificate)}.crl`, now())).rejects.toThrow()
  })

  it('test mode uses keys of its own', async () => {
    await bringKeys('P-256')
    const testMode = { ctx: { ...tenant.ctx, testMode: true } }
    const process = await addCompleted(testMode)
    const [file] = await loadFiles(testMode, process.id)
    for (const [, issuer] of await names(file!)) expect(issuer).toMatch(/^TEST Paraph/)
  })

  it('a file of earlier keys is trusted by its root (TRUSTED_ROOTS), and by our own root', async () => {
    const { root } = await bringKeys('P-256')
    const brought = await addCompleted(tenant)
    env().keys = own
    const [first] = (await verifySealed(brought.id)).signatures
    expect(first).toMatchObject({ valid: true, trusted: false, sub_indication: 'NO_CERTIFICATE_CHAIN_FOUND' })
    const path = join(tmpdir(), 'roots.pem')
    writeFileSync(path, toPem([root.certificate]))
    env().trustedRoots = path
    // Others have certificates of that root, too: it does not say who signed here.
    expect((await verifySealed(brought.id)).signatures[0]).toMatchObject({
      trusted: true,
      issued_here: false,
    })
    const process = await addCompleted(tenant)
    await bringKeys('P-256')
    expect((await verifySealed(process.id)).signatures[0]).toMatchObject({ trusted: true, issued_here: true })
  })

  it('after a change of the authority the last list of the earlier one is served until its end', async () => {
    const { authority } = await bringKeys('P-256')
    const keyId = getKeyId(authority.certificate)
    const last = (await loadRevocationList(keyId, now()))!
    for (const change of [() => bringKeys('P-256'), () => Object.assign(env(), { keys: own })]) {
      await change()
      expect((await getTrustFile(`${keyId}.crl`, addDays(now(), 6))).body).toEqual(last.list)
      expect(await loadRevocationList(keyId, addDays(now(), 6), last.thisUpdate)).toEqual(last)
      expect(await loadRevocationList(keyId, addDays(now(), 6), addDays(now(), 5))).toBeNull()
      expect(await loadRevocationList(keyId, addDays(now(), 8))).toBeNull()
    }
  })

  it('with EARLIER_AUTHORITY_KEY its lists go on, its files stay trusted, and it issues nothing', async () => {
    const { authority } = await bringKeys('P-256')
    const process = await addCompleted(tenant)
    const earlierAuthority = env().keys.authority
    const next = await bringKeys('P-256')
    env().keys.earlierAuthority = earlierAuthority
    const keyId = getKeyId(authority.certificate)
    const list = await loadRevocationList(keyId, addDays(now(), 10), addDays(now(), 9))
    expect(list!.thisUpdate.getTime()).toBeGreaterThan(addDays(now(), 9).getTime())
    expect((await getTrustFile(`${keyId}.crt`, now())).body).toEqual(authority.certificate)
    const { signatures } = await verifySealed(process.id)
    for (const signature of signatures) expect(signature).toMatchObject({ trusted: true })
    // The first and the last one are those of the earlier SEAL_KEY.
    for (const signature of signatures.slice(1, -1)) expect(signature.issued_here).toBe(true)
    const { ctx } = tenant
    const [file] = await loadFiles({ ctx }, (await addCompleted({ ctx })).id)
    const issuers = (await verifyPdf(file!)).signatures
      .slice(1, -1)
      .map(({ otherCertificates }) => otherCertificates[0])
    for (const issuer of issuers) expect(issuer).toEqual(next.authority.certificate)
    expect((await listOperatorKeyEnds()).map(({ name }) => name)).toEqual(['SEAL_KEY', 'AUTHORITY_KEY'])
  })

  it('with time stamps the files are PAdES-BASELINE-LTA: lists of authorities outside are fetched', async () => {
    let list = new Uint8Array()
    const server = createServer((_, response) => response.end(list))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    env().trustAllowedHosts = [host]
    const { root, authority, seal } = await makeCertificateChain('P-384', `http://${host}/root.crl`)
    list = new Uint8Array(
      await makeRevocationList(
        { ...root, sign: makeKeyPair(root.certificate, root.keys.privateKey).sign },
        { number: 1, thisUpdate: addDays(now(), -1), nextUpdate: addDays(now(), 30) },
      ),
    )
    env().keys = {
      seal: { type: 'pkcs12', path: await writePkcs12(seal, password), password },
      authority: { type: 'pkcs12', path: await writePkcs12(authority, password), password },
    }
    const process = await withStampers('internal', () => addCompleted(tenant))
    const [file] = await loadFiles(tenant, process.id)
    const { signatures } = await verifyPdf(file!)
    expect(signatures.slice(0, -1).map(({ level }) => level)).toEqual(
      Array(signatures.length - 1).fill('LTA'),
    )
    server.close()
  })

  it('an expired seal signs nothing: the process waits and says so, and goes on with the next one', async () => {
    const { authority } = await bringKeys('P-256')
    const next = env().keys.seal
    const old = await makeCertificateFiles('Old Seal', {
      issuer: authority,
      notAfter: new Date('2025-01-01'),
    })
    env().keys.seal = { type: 'pkcs12', path: await writePkcs12(old, password), password }
    const process = await addSentProcess(tenant)
    await expect(runRevisions(tenant, process)).rejects.toThrow('“SEAL_KEY” cannot be used')
    const waiting = await getProcess(tenant.ctx, process.id)
    expect(waiting.seal_error).toMatch('The signing key “SEAL_KEY” cannot be used at the moment.')
    expect(waiting.seal_blocked).toBe(false)
    env().keys.seal = next
    await runRevisions(tenant, process)
    expect((await getProcess(tenant.ctx, process.id)).seal_error).toBeNull()
  })

  it('a file that cannot be read ends neither the verification nor the lists of others', async () => {
    const process = await addCompleted(tenant)
    const { chain } = await getSealingKey(tenant.ctx, false)
    env().keys = {
      seal: { type: 'pkcs12', path: '/nowhere/seal.p12', password },
      authority: { type: 'pkcs12', path: '/nowhere/authority.p12', password },
    }
    env().trustedRoots = '/nowhere/roots.pem'
    expect((await verifySealed(process.id)).valid).toBe(true)
    const { contentType } = await getTrustFile(`${getKeyId(chain[0]!)}.crl`, now())
    expect(contentType).toBe('application/pkix-crl')
    await expect(getTrustFile(`${'0'.repeat(40)}.crl`, now())).rejects.toThrow('does not exist')
  })

  it('while a KMS is away the last list is served until its end', async () => {
    const { authority } = await makeCertificateChain()
    const path = join(tmpdir(), 'authority.pem')
    writeFileSync(path, toPem([authority.certificate, ...authority.chain]))
    const arn = 'arn:aws:kms:eu-central-1:111122223333:key/authority'
    const kms = await openKms({ [arn]: await toPrivatePem(authority) })
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url)
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    env().keys = { ...own, authority: { type: 'kms', arn, region: 'eu-central-1', certificates: path } }
    const keyId = getKeyId(authority.certificate)
    const first = (await loadRevocationList(keyId, now()))!
    kms.failWith('KMSInternalException')
    expect(await loadRevocationList(keyId, addDays(now(), 3))).toEqual(first)
    expect(await loadRevocationList(keyId, addDays(now(), 3), first.thisUpdate)).toEqual(first)
    await expect(loadRevocationList(keyId, now(), addDays(now(), 1))).rejects.toThrow('cannot be used')
    await expect(loadRevocationList(keyId, addDays(now(), 8))).rejects.toThrow('cannot be used')
    kms.failWith()
    const next = (await loadRevocationList(keyId, addDays(now(), 3)))!
    expect([next.thisUpdate > first.thisUpdate, next.number]).toEqual([
      true,
      next.thisUpdate.getTime() / 1000,
    ])
    kms.close()
  })

  it('a KMS that fails loses no signature: the job says why, and is tried again', async () => {
    const { authority, seal } = await makeCertificateChain()
    const path = join(tmpdir(), 'seal.pem')
    writeFileSync(path, toPem([seal.certificate, ...seal.chain]))
    const arn = 'arn:aws:kms:eu-central-1:111122223333:key/seal'
    const kms = await openKms({ [arn]: await toPrivatePem(seal) })
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url)
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    env().keys = {
      seal: { type: 'kms', arn, region: 'eu-central-1', certificates: path },
      authority: { type: 'pkcs12', path: await writePkcs12(authority, password), password },
    }
    const process = await addSentProcess(tenant)
    await runRevisions(tenant, process)
    kms.failWith('KMSInternalException')
    for (const { id } of process.signers) {
      const signer = await enterSigning(await openLink(tenant, id), { ...tenant.ctx, now: now() })
      await signProcess(signer, SignInput.parse(typedSignature()))
      await runRevisions(tenant, process).catch(() => undefined)
    }
    const waiting = await getProcess(tenant.ctx, process.id)
    expect(waiting).toMatchObject({ status: 'in_progress', seal_blocked: false })
    expect(waiting.seal_error).toBe(
      'The signing key “City Seal” cannot be used at the moment. It will be retried.',
    )
    expect(waiting.signers.map(({ status }) => status)).toEqual(process.signers.map(() => 'signed'))
    kms.failWith()
    await runRevisions(tenant, process)
    expect((await getProcess(tenant.ctx, process.id)).status).toBe('completed')
    kms.close()
  })
})

describe('at the start', () => {
  it('a key that cannot be read is named, with what is wrong', async () => {
    await bringKeys('P-256')
    await expect(checkOperatorKeys()).resolves.toBeUndefined()
    const seal = env().keys.seal as { type: 'pkcs12'; path: string; password: string }
    env().keys = { ...own, seal: { ...seal, password: 'other' } }
    await expect(checkOperatorKeys()).rejects.toThrow('SEAL_KEY: The password of the file is wrong.')
    env().keys = { ...own, authority: { ...seal } }
    await expect(checkOperatorKeys()).rejects.toThrow(
      'AUTHORITY_KEY: The certificate is not that of an authority',
    )
    env().keys = { ...own, seal: { ...seal, path: '/nowhere/seal.p12' } }
    await expect(checkOperatorKeys()).rejects.toThrow('SEAL_KEY: ENOENT')
  })

  it('a seal that verification would not accept is a fault in the log, and no reason to stop', async () => {
    const { authority } = await makeCertificateChain()
    const extensions = [new Extension('1.2.3.4.5', true, new Uint8Array([5, 0]))]
    const seal = await makeCertificateFiles('Odd Seal', { issuer: authority, extensions })
    env().keys = { ...own, seal: { type: 'pkcs12', path: await writePkcs12(seal, password), password } }
    const countFaults = async () =>
      /paraph_faults_total\{code="seal_not_accepted"\} (\d+)/.exec(await registry.metrics())?.[1]
    expect(await countFaults()).toBe('0')
    await expect(checkOperatorKeys()).resolves.toBeUndefined()
    expect(await countFaults()).toBe('1')
  })

  it('a certificate that has ended, or of an issuer, is a fault in the log, and no reason to stop', async () => {
    const { authority } = await makeCertificateChain()
    const countFaults = async () =>
      Number(/paraph_faults_total\{code="signing_key_failed"\} (\d+)/.exec(await registry.metrics())![1])
    const before = await countFaults()
    const check = async (files: CertificateFiles) => {
      const path = await writePkcs12(files, password)
      env().keys = { ...own, seal: { type: 'pkcs12', path, password } }
      await expect(checkOperatorKeys()).resolves.toBeUndefined()
    }
    const ended = { issuer: authority, notAfter: addDays(now(), -1) }
    await check(await makeCertificateFiles('Lasting Seal', { issuer: authority }))
    expect(await countFaults()).toBe(before)
    await check(await makeCertificateFiles('Ended Seal', ended))
    expect(await countFaults()).toBe(before + 1)
    const issuer = await makeCertificateFiles('Ended Authority', { ...ended, isAuthority: true })
    await check(await makeCertificateFiles('Orphaned Seal', { issuer }))
    expect(await countFaults()).toBe(before + 2)
  })

  it('roots that are no PEM are named', async () => {
    env().trustedRoots = import.meta.filename
    await expect(checkOperatorKeys()).rejects.toThrow('has no certificate in PEM')
    const { root } = await makeCertificateChain()
    writeFileSync(join(tmpdir(), 'root.pem'), new X509Certificate(root.certificate).toString())
    env().trustedRoots = join(tmpdir(), 'root.pem')
    await expect(checkOperatorKeys()).resolves.toBeUndefined()
  })
})
