import { dotted, readChildren } from './asn1.ts'
import { readExtension } from './certificate.ts'

/** What a certificate states of itself (ETSI EN 319 412-5, 4). */
export interface QcStatements {
  /** It is a qualified certificate (QcCompliance). */
  isQualified: boolean
  /** Its key is in a qualified device (QcSSCD). */
  hasDevice: boolean
  /** What it is for (QcType); empty where it does not say so, which means electronic signatures. */
  types: ('esign' | 'eseal' | 'web')[]
}

const qcStatements = '1.3.6.1.5.5.7.1.3'
const qcCompliance = '0.4.0.1862.1.1'
const qcSscd = '0.4.0.1862.1.4'
const qcType = '0.4.0.1862.1.6'
const qcTypes: Record<string, QcStatements['types'][number]> = {
  '0.4.0.1862.1.6.1': 'esign',
  '0.4.0.1862.1.6.2': 'eseal',
  '0.4.0.1862.1.6.3': 'web',
}

/** Reads the statements of a certificate, DER. @throws Error when it is none, or the extension is malformed */
export function readQcStatements(certificate: Uint8Array): QcStatements {
  const statements = new Map(
    readChildren(readExtension(certificate, qcStatements)).map((statement) => {
      const [id, info] = readChildren(statement)
      return [dotted(id), readChildren(info).map(dotted)]
    }),
  )
  return {
    isQualified: statements.has(qcCompliance),
    hasDevice: statements.has(qcSscd),
    types: (statements.get(qcType) ?? []).flatMap((type) => qcTypes[type] ?? []),
  }
}
