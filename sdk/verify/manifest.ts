import { type Files, UnreadablePackage } from './package-files.ts'

export const MANIFEST = 'manifest.json'
/** The proof that the trail is in the log (C2SP tlog-proof). */
export const PROOF = 'log-inclusion.tlog-proof'
/** The format of manifests that this command knows. */
const FORMAT = 2

/** `manifest.json`, as far as it is checked. */
export interface Manifest {
  /** The bytes that are signed. */
  bytes: Uint8Array
  chain: { name: string; length: number; head: string | null }
  log: {
    origin: string
    verifier_key: string
    entry: { chain: string; seq: number; hash: string }
    index: number
  } | null
  documents: {
    path: string
    document_id: number
    sealed_sha256: string
    sealed_size: number | null
  }[]
  parts: { path: string; sha256: string }[]
}

/** Files of one process: the folder of a manifest. */
export interface Part {
  files: Files
  /** The folder in the package, with `/` at the end; empty for the package itself. */
  folder: string
  manifest: Manifest
}

/** @throws UnreadablePackage */
export function parseManifest(bytes: Uint8Array): Manifest {
  const manifest = parseJson(bytes, MANIFEST) as Manifest & { format?: number }
  if (manifest?.format !== FORMAT)
    throw new UnreadablePackage(
      `manifest.json has format ${manifest?.format}; this command knows format ${FORMAT}.`,
    )
  const { chain, documents, parts } = manifest
  if (
    typeof chain?.name !== 'string' ||
    !Array.isArray(documents) ||
    !documents.every((entry) => typeof entry?.path === 'string' && Number.isInteger(entry.document_id)) ||
    !Array.isArray(parts)
  )
    throw new UnreadablePackage('manifest.json lacks members.')
  return { ...manifest, bytes }
}

/** @throws UnreadablePackage */
export function parseJson(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new UnreadablePackage(`${path} is not JSON.`)
  }
}
