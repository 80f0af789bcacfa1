import { createHash } from 'node:crypto'
import { verifyCms } from '../../lib/pades/cms/cms-verify.ts'
import { readSigningTime } from '../../lib/pades/cms/signing-time.ts'
import type { Part, Trust } from './check-package.ts'
import { noteVoucher } from './check-pdf.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import type { Findings } from './report.ts'

const SIGNATURE = `${MANIFEST}.p7s`

/** Every file is in the manifest with its hash, and the manifest is signed. */
export function checkManifest(part: Part, trust: Trust, findings: Findings): void {
  findings.addFaults(
    'files',
    findFaults(part),
    'Every file is as the manifest lists it.',
    part.folder || null,
  )
  const file = `${part.folder}${SIGNATURE}`
  const der = part.files.get(SIGNATURE)
  if (!der) {
    findings.add('manifest_signature', 'failed', 'The signature of the manifest is missing.', file)
    return
  }
  const { bytes } = part.manifest
  const verdict = verifyCms(der, 'ETSI.CAdES.detached', {
    digest: (algorithm) => createHash(algorithm).update(bytes).digest(),
    read: () => bytes,
  })
  findings.addFaults('manifest_signature', verdict.faults, 'The manifest is signed and unchanged.', file)
  const signedAt = readSigningTime(der)
  if (verdict.certificate && signedAt && verdict.faults.length === 0)
    noteVoucher(
      { file, certificate: verdict.certificate, others: verdict.otherCertificates, time: signedAt },
      trust,
      findings,
    )
  else findings.add('trust', 'failed', 'Nobody vouches for the manifest.', file)
}

function findFaults({ files, manifest }: Part): string[] {
  const listed = new Map(manifest.parts.map(({ path, sha256 }) => [path, sha256]))
  const missing = [...listed.keys()].filter((path) => !files.has(path))
  const extra = [...files.keys()].filter(
    (path) => !listed.has(path) && path !== MANIFEST && path !== SIGNATURE,
  )
  const changed = [...files].filter(
    ([path, bytes]) =>
      listed.has(path) && createHash('sha256').update(bytes).digest('hex') !== listed.get(path),
  )
  return [
    ...findGaps(manifest, listed).map((path) => `The manifest does not list ${path}.`),
    ...(manifest.documents.length > 0 ? [] : ['The manifest lists no documents.']),
    ...missing.map((path) => `${path} is missing.`),
    ...extra.map((path) => `${path} is not in the manifest.`),
    ...changed.map(([path]) => `${path} was changed: its hash is not that of the manifest.`),
  ]
}

/** What the manifest should list: each document with its certificate and trail. */
function findGaps({ documents }: Manifest, listed: Map<string, string>): string[] {
  const expected = documents.flatMap(({ path }) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    return [path, ...['certificate.pdf', 'audit-trail.json', 'audit-trail.pdf'].map((name) => folder + name)]
  })
  return [...new Set(expected)].filter((path) => !listed.has(path))
}
