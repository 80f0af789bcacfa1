import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { PUT, DELETE as removeSeal } from '../../app/api/v1/account/seal/route.ts'
import { describeLog } from '../../lib/audit/log/published.ts'
import { addDays, now } from '../../lib/core/clock.ts'
import { parseVerifierKey } from '../../lib/core/transparency/note.ts'
import { loadPlatformIdentity } from '../../lib/keys/identities.ts'
import { signDigest } from '../../lib/pades/cms/cms.ts'
import { certifiedForm } from '../../lib/pades/fixtures/certified.ts'
import { makeProcessFixture, signedElsewhere } from '../../lib/pades/fixtures/process.ts'
import { verifyPdf } from '../../lib/pades/verify.ts'
import { addCompleted } from '../../lib/testing/records/completed.ts'
import { addDocument } from '../../lib/testing/records/records.ts'
import { getSealingKey } from '../../lib/testing/records/sealing-key.ts'
import { openStamper, withStampers } from '../../lib/testing/servers/stamper.ts'
import { call } from '../../lib/testing/service/call.ts'
import { makeTenant, type TestTenant } from '../../lib/testing/users/tenant.ts'
import { makeCertificateChain, writePkcs12 } from '../../lib/testing/values/certificate-files.ts'
import { unzip } from '../../lib/testing/values/unzip.ts'
import { downloadArchive } from '../../lib/vault/download/of-process.ts'
import { checkPackage } from '../verify/check-package.ts'
import { printReport } from '../verify/print.ts'
import type { Report } from '../verify/report.ts'
import type { Trust } from '../verify/trust.ts'

/** As the documented command: the root of the installation and the key of its log. */
let documented: Trust
let chain: Awaited<ReturnType<typeof makeCertificateChain>>

beforeAll(async () => {
  chain = await makeCertificateChain()
  const { ctx } = await makeTenant()
  const installation = (await getSealingKey(ctx, false)).chain.at(-1)!
  documented = {
    ...{
      roots: [new X509Certificate(installation)],
      signerRoots: [],
      witnesses: [],
      quorum: 0,
      stampRoots: [],
    },
    logKey: parseVerifierKey((await describeLog()).key),
    now: now(),
  }
})
const load = async ({ ctx }: TestTenant, id: number) =>
  unzip(Buffer.concat(await (await downloadArchive(ctx, id)).body().toArray()))

const findSigned = (files: Map<string, Buffer>) =>
  files.get([...files.keys()].find((path) => path.endsWith('-signed.pdf'))!)!

async function judge(files: Map<string, Uint8Array>, changes: Partial<Trust> = {}) {
  const report = await checkPackage(files, { ...documented, ...changes })
  const others = report.checks.filter(({ outcome }) => outcome !== 'passed')
  const texts = [...new Set(others.map(({ id, outcome, text }) => `${id} ${outcome}: ${text}`))]
  return { ...report, texts }
}

it('time stamps of an authority outside are claims until its root is given', async () => {
  const tenant = await makeTenant()
  const server = await openStamper()
  const { id } = await withStampers([server.url], () => addCompleted(tenant))
  server.close()
  const files = await load(tenant, id)
  const { result, texts, signatures } = await judge(files)
  expect([result, texts]).toEqual([
    'incomplete',
    [expect.stringMatching(/^trust unknown: The time stamp of .*Test TSA.* \(--tsa-root\)/)],
  ])
  expect(signatures.some(({ isTimeStamped }) => isTimeStamped)).toBe(false)
  const [signature] = (await verifyPdf(findSigned(files))).signatures
  const stampRoots = signature!.timestamps[0]!.certificates.map((der) => new X509Certificate(der)).filter(
    ({ subject, issuer }) => subject === issuer,
  )
  const trusted = await judge(files, { stampRoots })
  expect([trusted.result, trusted.texts]).toEqual(['valid', []])
  expect(trusted.signatures.every(({ isTimeStamped }) => isTimeStamped)).toBe(true)
  // A root of time stamps vouches for them only.
  expect((await judge(files, { roots: [], stampRoots: documented.roots })).result).toBe('incomplete')
}, 30_000)

it('time stamps of the installation need no other root', async () => {
  const tenant = await makeTenant()
  const { id } = await withStampers('internal', () => addCompleted(tenant))
  const { result, signatures } = await judge(await load(tenant, id))
  expect([result, signatures.every(({ isTimeStamped }) => isTimeStamped)]).toEqual(['valid', true])
})

it('what has ended by now counts where a time stamp proves that it is older', async () => {
  const tenant = await makeTenant()
  const server = await openStamper()
  const stamped = await withStampers([server.url], () => addCompleted(tenant))
  server.close()
  const [plain, files] = [await load(tenant, (await addCompleted(tenant)).id), await load(tenant, stamped.id)]
  const { signatures } = await verifyPdf(findSigned(files))
  const stampRoots = [new X509Certificate(signatures[0]!.timestamps[0]!.certificates.at(-1)!)]
  const seal = new X509Certificate((await getSealingKey(tenant.ctx, false)).keyPair.certificate)
  const later = { stampRoots, now: addDays(seal.validToDate, 30) }
  const day = seal.validToDate.toISOString().slice(0, 10)
  const { result, checks } = await judge(files, later)
  // The signature of the manifest has no time stamp.
  expect([result, checks.filter(({ outcome }) => outcome !== 'passed')]).toEqual([
    'incomplete',
    [
      expect.objectContaining({
        file: 'manifest.json.p7s',
        text: expect.stringContaining(`ended on ${day}`),
      }),
    ],
  ])
  const all = new Set([...plain.keys()].filter((path) => path.endsWith('.pdf') || path.endsWith('.p7s')))
  const listUnknown = ({ checks: found }: Report) =>
    new Set(found.filter(({ outcome }) => outcome === 'unknown').map(({ file }) => file))
  expect(listUnknown(await judge(plain, later))).toEqual(all)
  // After the end of the time-stamping authority, too.
  const last = await judge(files, { stampRoots, now: new Date('2060-01-01') })
  expect(listUnknown(last).size).toBe(all.size)
  expect(last.signatures.some(({ isTimeStamped }) => isTimeStamped)).toBe(false)
}, 30_000)

describe('a file that its author has certified', () => {
  let files: Map<string, Buffer>
  let seal: X509Certificate
  beforeAll(async () => {
    const tenant = await makeTenant()
    const bytes = await certifiedForm(await makeProcessFixture(), 2)
    const { id: documentId } = await addDocument(tenant, { bytes })
    const zones = [{ x: 50, y: 282, width: 200, height: 60 }]
    const { id } = await withStampers('internal', () =>
      addCompleted(tenant, { documents: [{ id: documentId }], bare: true, zones }),
    )
    files = await load(tenant, id)
    seal = new X509Certificate((await getSealingKey(tenant.ctx, false)).keyPair.certificate)
  })

  it('has a signer in a field of the author’s, for whom somebody must vouch as for others', async () => {
    const { result, texts } = await judge(files, { roots: [seal], stampRoots: documented.roots })
    expect([result, texts]).toEqual([
      'incomplete',
      [expect.stringMatching(/^trust unknown: The signer of .* which is not among .* \(--signer-root\)/)],
    ])
    expect(await judge(files)).toMatchObject({ result: 'valid', texts: [] })
  })

  it('has the signature of its author, which is not judged', async () => {
    const report = await judge(files)
    const lines = report.signatures.filter(({ file }) => file.endsWith('-signed.pdf'))
    expect(lines.map(({ signer, isJudged, isTimeStamped }) => [signer, isJudged, isTimeStamped])).toEqual([
      ['Author', false, false],
      ...lines.slice(1).map(({ signer }) => [signer, true, true]),
    ])
    expect(printReport(report)).toMatch(/: Author, .* \(signed before the process: not judged\)/)
  })
})

it('a signature that the file had before, and that nobody can judge, is undecided unless the file was changed', async () => {
  const tenant = await makeTenant()
  const signed = Buffer.from(await signedElsewhere(await makeProcessFixture())).toString('latin1')
  const bytes = Buffer.from(signed.replace('/ETSI.CAdES.detached', '/adbe.x509.rsa_sha1 '), 'latin1')
  const { id: documentId } = await addDocument(tenant, { bytes })
  const { id } = await addCompleted(tenant, { documents: [{ id: documentId }], bare: true })
  const files = await load(tenant, id)
  const { result, texts } = await judge(files)
  expect([result, texts]).toEqual([
    'incomplete',
    ["pdf_signatures unknown: The signature's sub-filter adbe.x509.rsa_sha1 is unknown."],
  ])
  const [path, pdf] = [...files].find(([name]) => name.endsWith('-signed.pdf'))!
  const changed = Buffer.from(pdf)
  changed[pdf.indexOf('Stranger')]! ^= 1
  expect((await judge(new Map(files).set(path, changed))).texts).toContain(
    'pdf_signatures failed: The signed bytes were changed.',
  )
}, 30_000)

describe('a seal that an organisation has brought', () => {
  let tenant: TestTenant
  let files: Map<string, Buffer>
  beforeAll(async () => {
    tenant = await makeTenant()
    const form = new FormData()
    const file = readFileSync(await writePkcs12(chain.seal, 'open sesame'))
    form.set('file', new File([new Uint8Array(file)], 'seal.p12'))
    form.set('password', 'open sesame')
    expect((await call(PUT, { method: 'PUT', as: tenant, body: form })).status).toBe(200)
    files = await load(tenant, (await addCompleted(tenant)).id)
  })

  it('is unknown with the documented command, and valid where its certificate is given', async () => {
    const { result, texts } = await judge(files)
    expect([result, texts]).toEqual([
      'incomplete',
      [expect.stringMatching(/^trust unknown: The seal of CN=City Seal leads to CN=City Root, which is not/)],
    ])
    const roots = [...documented.roots, new X509Certificate(chain.seal.certificate)]
    expect(await judge(files, { roots })).toMatchObject({ result: 'valid', texts: [] })
  })

  it.each(['roots', 'signerRoots', 'stampRoots'] as const)(
    'does not count by the root of a public authority among %s: all its customers have such certificates',
    async (list) => {
      const changes = { [list]: [...documented[list], new X509Certificate(chain.root.certificate)] }
      const { result, texts } = await judge(files, changes)
      expect([result, texts]).toEqual([
        'incomplete',
        [expect.stringMatching(/^trust unknown: The seal of CN=City Seal/)],
      ])
    },
  )

  it('after its removal the manifest has another signer than the files: unknown, unless both are given', async () => {
    expect((await call(removeSeal, { method: 'DELETE', as: tenant })).status).toBe(204)
    const manifest = Buffer.from(`${files.get('manifest.json')!.toString().trimEnd()}\n\n`)
    const content = new Map(files).set('manifest.json', manifest)
    content.set('manifest.json.p7s', await signManifest(tenant, manifest))
    const roots = [...documented.roots, new X509Certificate(chain.seal.certificate)]
    const { result, texts } = await judge(content, { roots })
    expect([result, texts]).toEqual([
      'incomplete',
      [expect.stringContaining('are not of one organisation: CN=Paraph seal')],
    ])
    const after = (await getSealingKey(tenant.ctx, false)).keyPair.certificate
    const given = [...roots, new X509Certificate(after)]
    expect(await judge(content, { roots: given })).toMatchObject({ result: 'valid', texts: [] })
  })
})

it('a manifest that another organisation below the same root has signed does not count', async () => {
  const tenant = await makeTenant()
  const files = await load(tenant, (await addCompleted(tenant)).id)
  expect((await judge(files)).result).toBe('valid')
  const cms = await signManifest(await makeTenant(), files.get('manifest.json')!)
  const { result, texts } = await judge(new Map(files).set('manifest.json.p7s', cms))
  expect([result, texts]).toEqual(['incomplete', [expect.stringContaining('are not of one organisation')]])
})

async function signManifest({ ctx }: TestTenant, manifest: Buffer): Promise<Buffer> {
  const { certificate, chain: issuers, sign } = await loadPlatformIdentity(ctx, false)
  const digest = createHash('sha256').update(manifest).digest()
  return Buffer.from(await signDigest(digest, { certificate, chain: issuers, sign }, { signedAt: now() }))
}
