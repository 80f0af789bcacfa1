import { createHash, X509Certificate } from 'node:crypto'
import { sha256Hex } from '../../lib/core/ids.ts'
import { verifyCms } from '../../lib/pades/cms/cms-verify.ts'
import { formatName } from '../../lib/pades/cms/names.ts'
import { readSigningTime } from '../../lib/pades/cms/signing-time.ts'
import { MANIFEST, type Manifest, type Part } from './manifest.ts'
import { noteChain } from './note-chain.ts'
import type { Findings } from './report.ts'
import { readOrganisation, type Trust } from './trust.ts'

const SIGNATURE = `${MANIFEST}.p7s`
const CERTIFICATE = 'certificate.pdf'
const UNSIGNED = 'manifest-not-signed.txt'

/** Every file is in the manifest with its hash, and the manifest is signed. @returns the certificate of its signature */
export function checkManifest(part: Part, trust: Trust, findings: Findings): Uint8Array | null {
  findings.addFaults(
    'files',
    findFaults(part),
    'Every file is as the manifest lists it.',
    part.folder || null,
  )
  const file = `${part.folder}${SIGNATURE}`
  const der = part.files.get(SIGNATURE)
  if (!der) {
    // A service whose key is away says so in place of the signature; anyone can: it is not confirmed then, at least.
    if (part.files.has(UNSIGNED)) {
      const text = 'The manifest was not signed when the package was made: download it again.'
      findings.add('manifest_signature', 'unknown', text, file)
    } else findings.add('manifest_signature', 'failed', 'The signature of the manifest is missing.', file)
    return null
  }
  const { bytes } = part.manifest
  const verdict = verifyCms(der, 'ETSI.CAdES.detached', {
    digest: (algorithm) => createHash(algorithm).update(bytes).digest(),
    read: () => bytes,
  })
  findings.addFaults('manifest_signature', verdict.faults, 'The manifest is signed and unchanged.', file)
  const signedAt = readSigningTime(der)
  const { certificate, otherCertificates: others, weakAlgorithm, weakKey } = verdict
  if (!certificate || !signedAt || verdict.faults.length > 0) {
    findings.add('trust', 'failed', 'Nobody vouches for the manifest.', file)
    return null
  }
  const weakness = weakAlgorithm ?? weakKey
  // It has no time stamp.
  const times = { time: signedAt, existedAt: trust.now }
  noteChain(file, { use: 'seal', certificate, others, ...times, weakness }, trust, findings)
  return certificate
}

/**
 * One organisation has sealed the files and signed the manifest: others below its root could have made either. Who gives
 * the certificates of all of them says that they belong together, as when an organisation has changed its seal.
 */
export function checkSealers(
  { folder }: Part,
  signer: Uint8Array | null,
  seals: readonly { certificate: Uint8Array }[],
  { roots }: Pick<Trust, 'roots'>,
  findings: Findings,
): void {
  const sealers = [...(signer ? [signer] : []), ...seals.map(({ certificate }) => certificate)].map(
    (der) => new X509Certificate(der),
  )
  // A renewed certificate has the same organisation.
  const names = new Set(sealers.map((sealer) => readOrganisation(sealer) ?? sealer.fingerprint256))
  const isGiven = (sealer: X509Certificate) => roots.some((root) => root.raw.equals(sealer.raw))
  if (names.size < 2 || sealers.every(isGiven)) return
  const subjects = [...new Set(sealers.map(({ subject }) => formatName(subject)))].join('; ')
  const text = `The seals and the signature of the manifest are not of one organisation: ${subjects}.`
  findings.add('trust', 'unknown', text, `${folder}${SIGNATURE}`)
}

function findFaults({ files, manifest }: Part): string[] {
  const listed = new Map(manifest.parts.map(({ path, sha256 }) => [path, sha256]))
  const missing = [...listed.keys()].filter((path) => !files.has(path))
  const extra = [...files.keys()].filter(
    (path) => !listed.has(path) && ![MANIFEST, SIGNATURE, UNSIGNED].includes(path),
  )
  const changed = [...files].filter(
    ([path, bytes]) => listed.has(path) && sha256Hex(bytes) !== listed.get(path),
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
    // One that has all documents embedded is not repeated in their folders.
    const certificate = listed.has(CERTIFICATE) ? CERTIFICATE : folder + CERTIFICATE
    return [path, certificate, `${folder}audit-trail.json`, `${folder}audit-trail.pdf`]
  })
  return [...new Set(expected)].filter((path) => !listed.has(path))
}
