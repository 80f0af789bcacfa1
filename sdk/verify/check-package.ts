import { sha256Hex } from '../../lib/core/ids.ts'
import { checkLog } from './check-log.ts'
import { checkManifest, checkSealers } from './check-manifest.ts'
import { checkPdf, type NamedPdf, type Seal } from './check-pdf.ts'
import { checkTrail, type Trail } from './check-trail.ts'
import { checkWitnesses } from './check-witnesses.ts'
import { MANIFEST, type Manifest, type Part, parseManifest } from './manifest.ts'
import { type Files, UnreadablePackage } from './package-files.ts'
import { Findings, type Report } from './report.ts'
import type { Trust } from './trust.ts'

/** Checks everything that a package proves. Reads nothing but `files`. @throws UnreadablePackage */
export async function checkPackage(files: Files, trust: Trust): Promise<Report> {
  const findings = new Findings()
  const parts = splitPackage(files)
  for (const part of parts) await checkPart(part, trust, findings)
  const strays = [...files.keys()].filter((path) => !parts.some(({ folder }) => path.startsWith(folder)))
  for (const path of strays) findings.add('files', 'failed', 'The file belongs to no manifest.', path)
  return findings.report()
}

/** A package of several processes has a manifest in the folder of each. */
function splitPackage(files: Files): Part[] {
  const manifests = [...files.keys()].filter((path) => path === MANIFEST || path.endsWith(`/${MANIFEST}`))
  if (manifests.length === 0) throw new UnreadablePackage('The package has no manifest.json.')
  return manifests.map((path) => {
    const folder = path.slice(0, -MANIFEST.length)
    const own = [...files].filter(([name]) => name.startsWith(folder))
    return {
      folder,
      files: new Map(own.map(([name, bytes]) => [name.slice(folder.length), bytes])),
      manifest: parseManifest(files.get(path)!),
    }
  })
}

async function checkPart(part: Part, trust: Trust, findings: Findings): Promise<void> {
  const manifestSigner = checkManifest(part, trust, findings)
  const trail = checkTrail(part, findings)
  const voided = trail?.events.find(({ type }) => type === 'process.voided')
  if (trail && voided) findings.voided.push({ chain: trail.chain, at: voided.occurredAt.toISOString() })
  const seals: Seal[] = []
  for (const path of part.files.keys())
    if (isSealed(path, part.manifest)) seals.push(...(await checkPdfOf(part, path, trail, trust, findings)))
  checkSealers(part, manifestSigner, seals, trust, findings)
  checkFirstFinished(part, findings)
  checkLog(part, trail, Math.max(0, ...seals.map(({ head }) => head?.seq ?? 0)), trust, findings)
  checkWitnesses(part, trust, findings)
}

/** The signed documents, the certificate of completion and the printed trail have the seal. */
function isSealed(path: string, { documents }: Manifest): boolean {
  return (
    documents.some((document) => document.path === path) || /(^|\/)(certificate|audit-trail)\.pdf$/.test(path)
  )
}

async function checkPdfOf(
  { files, folder, manifest }: Part,
  path: string,
  trail: Trail | null,
  trust: Trust,
  findings: Findings,
): Promise<Seal[]> {
  const document = manifest.documents.find((entry) => entry.path === path)
  const pdf: NamedPdf = {
    file: folder + path,
    bytes: files.get(path)!,
    documentId: document?.document_id ?? null,
  }
  const seal = await checkPdf(pdf, trail, trust, findings)
  return seal ? [seal] : []
}

/** The certificate of completion names the file as it was first finished, which is the beginning of the present one. */
function checkFirstFinished({ files, folder, manifest }: Part, findings: Findings): void {
  for (const { path, sealed_sha256, sealed_size } of manifest.documents) {
    const bytes = files.get(path)
    if (!bytes) continue
    const file = folder + path
    if (sealed_size === null) {
      findings.add(
        'first_finished_file',
        'unknown',
        'The length of the first finished file is not known.',
        file,
      )
      continue
    }
    const isBeginning =
      sealed_size <= bytes.length && sha256Hex(bytes.subarray(0, sealed_size)) === sealed_sha256
    findings.addFaults(
      'first_finished_file',
      isBeginning ? [] : ['The file does not begin with the one that was first finished.'],
      'The file is the one that was first finished, or begins with it.',
      file,
    )
  }
}
